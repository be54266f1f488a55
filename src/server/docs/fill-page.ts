import type { Answer } from '../http/answer.ts';
import { type Article, escapeHtml } from './render-markdown.ts';
import { pageHeaders, TRUSTED_TYPES } from '../pages/built-page.ts';
import { addressOf, type Guide, GUIDES } from './guides.ts';

const HEADERS = pageHeaders(TRUSTED_TYPES);

const REFERENCE = { section: 'Reference', address: '/v1/docs', title: 'API reference' };

/** A page of the documentation: it makes no requests. */
export function docsAnswer(body: string): Answer {
  return { status: 200, headers: HEADERS, body };
}

/** The built `docs.html` with an article in it; `address` is the page's own. */
export function fillPage(
  template: string,
  { title, address, article }: { title: string; address: string; article: Article },
): string {
  const parts: Record<string, string> = {
    title: escapeHtml(title),
    pages: pageList(address),
    article: article.html,
    sections: sectionList(article),
    next: neighbors(address),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '');
}

function pageList(address: string): string {
  const rows = GUIDES.map((guide) => ({ ...guide, address: addressOf(guide) }));
  const sections = Map.groupBy(rows, ({ section }) => section);
  return [...sections]
    .map(([section, guides]) => {
      const all = section === REFERENCE.section ? [REFERENCE, ...guides] : guides;
      const links = all.map((one) => {
        const current = one.address === address ? ' aria-current="page"' : '';
        return `<a href="${one.address}"${current}>${escapeHtml(one.title)}</a>`;
      });
      return `<h2>${escapeHtml(section)}</h2>${links.join('')}`;
    })
    .join('');
}

function sectionList({ sections }: Article): string {
  if (sections.length < 2) return '';
  const links = sections.map(({ id, text }) => `<a href="#${id}">${escapeHtml(text)}</a>`);
  return `<nav class="docs-sections" aria-label="On this page"><h2>On this page</h2>${links.join('')}</nav>`;
}

/** Links to the guides before and after this one. */
function neighbors(address: string): string {
  const at = GUIDES.findIndex((guide) => addressOf(guide) === address);
  if (at === -1) return '';
  const links = [
    linkTo('prev', GUIDES[at - 1], (title) => `← ${title}`),
    linkTo('next', GUIDES[at + 1], (title) => `${title} →`),
  ];
  return `<nav class="docs-next" aria-label="Next page">${links.join('')}</nav>`;
}

function linkTo(rel: string, guide: Guide | undefined, words: (title: string) => string): string {
  if (guide === undefined) return '';
  return `<a rel="${rel}" href="${addressOf(guide)}">${escapeHtml(words(guide.title))}</a>`;
}
