import { posix } from 'node:path';
import { highlightHTML, type ShjLanguage } from '@speed-highlight/core';
import { Marked, type Tokens } from 'marked';
import { addressOfFile } from './guides.ts';

/** HTML of an article, and its second-level headings. */
export type Article = { html: string; sections: { id: string; text: string }[] };

/** A block of code whose fence says `tab=Python` is one language of an example; tabs in a row belong together. */
type CodeToken = Tokens.Code & { highlighted?: string };

const LANGUAGES: Record<string, ShjLanguage> = {
  sh: 'bash',
  ts: 'ts',
  js: 'js',
  python: 'py',
  json: 'json',
  html: 'html',
  yaml: 'yaml',
};
const TAB = /\btab="?([^"]+?)"?$/;

/**
 * `file` is the path of the Markdown in the repository, to which its links are relative: links to other pages lead
 * there, links to files without a page become plain text. `imageAddress` says where the service has a picture.
 */
export async function renderMarkdown(
  text: string,
  { file, imageAddress }: { file: string; imageAddress: (path: string) => string },
): Promise<Article> {
  const sections: Article['sections'] = [];
  const marked = new Marked();
  marked.use({
    renderer: {
      heading({ tokens, depth, text: words }) {
        const inner = this.parser.parseInline(tokens);
        const id = slugOf(words);
        if (depth === 2) sections.push({ id, text: words.replaceAll('`', '') });
        const linked = depth === 2 ? `<a href="#${id}">${inner}</a>` : inner;
        return `<h${depth} id="${id}">${linked}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = addressFrom(file, href);
        return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      image: ({ href, text: words }) =>
        `<img src="${escapeHtml(imageAddress(pathFrom(file, href)))}" alt="${escapeHtml(words)}" loading="lazy">`,
      code: (token) => figureOf(token),
      table(token) {
        const rows = [token.header, ...token.rows].map((cells, index) => {
          const tag = index === 0 ? 'th' : 'td';
          const inner = cells.map(
            (cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`,
          );
          return `<tr>${inner.join('')}</tr>`;
        });
        return `<div class="docs-table" tabindex="0"><table>${rows.join('')}</table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(text);
  await Promise.all(tokens.map(highlight));
  const html = groupsOf(tokens).map((group) => {
    const inner = marked.parser(group);
    return group.length > 1 ? `<div class="docs-tabs">${inner}</div>` : inner;
  });
  return { html: html.join(''), sections };
}

type Token = ReturnType<Marked['lexer']>[number];

/** Tabs in a row as one group, everything else alone. */
function groupsOf(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    const last = groups.at(-1);
    if (isTab(token) && last?.[0] !== undefined && isTab(last[0])) last.push(token);
    else groups.push([token]);
  }
  return groups;
}

const isTab = (token: Token): boolean => token.type === 'code' && TAB.test(token['lang'] ?? '');

async function highlight(token: Token): Promise<void> {
  if (token.type !== 'code') return;
  const code = token as CodeToken;
  const language = LANGUAGES[code.lang?.split(' ')[0] ?? ''];
  if (language) code.highlighted = await highlightHTML(code.text, language, { block: false });
}

function figureOf(token: CodeToken): string {
  const tab = TAB.exec(token.lang ?? '')?.[1];
  const caption = tab === undefined ? '' : `<figcaption>${escapeHtml(tab)}</figcaption>`;
  const code = token.highlighted ?? escapeHtml(token.text);
  return `<figure class="docs-code">${caption}<pre tabindex="0"><code>${code}</code></pre></figure>\n`;
}

/** The same as GitHub's, so that links between the files work in both places. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** null for a file that the service does not show. */
function addressFrom(file: string, href: string): string | null {
  if (/^(?:https?:|#|\/)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = pathFrom(file, path);
  const address = addressOfFile(target) ?? addressOfFile(`${target}/README.md`);
  return address === null || fragment === undefined ? address : `${address}#${fragment}`;
}

const pathFrom = (file: string, href: string): string =>
  posix.normalize(posix.join(posix.dirname(file), href));

/** Text as HTML, also between double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
