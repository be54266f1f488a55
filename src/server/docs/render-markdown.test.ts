import { expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const render = (text: string) =>
  renderMarkdown(text, { file: 'docs/guide/x.md', imageAddress: (path) => `/images/${path}` });

test('links to guides lead to their pages, links to other files are plain text', async () => {
  const { html } = await render(
    '[a](webhooks.md#receive) [b](../../clients/sdk-python/README.md) [c](../../deploy/x.json) [d](https://x.test)',
  );
  expect(html).toBe(
    '<p><a href="/docs/webhooks#receive">a</a> <a href="/docs/python">b</a> c <a href="https://x.test">d</a></p>\n',
  );
});

test('headings have the fragments that GitHub gives them', async () => {
  const { html, sections } = await render('# One\n\n## What `it` is, in 2 words\n\nText');
  expect(html).toContain('<h2 id="what-it-is-in-2-words">');
  expect(sections).toEqual([{ id: 'what-it-is-in-2-words', text: 'What it is, in 2 words' }]);
});

test('blocks of code in a row that name a tab are one example', async () => {
  const tab = (name: string) => `\`\`\`sh tab=${name}\necho "<${name}>"\n\`\`\`\n\n`;
  const { html } = await render(`${tab('curl')}${tab('Python')}\n\`\`\`json\n{}\n\`\`\`\n`);
  expect(html.match(/<div class="docs-tabs">/g)).toHaveLength(1);
  expect(html.match(/<figcaption>\w+<\/figcaption>/g)).toEqual([
    '<figcaption>curl</figcaption>',
    '<figcaption>Python</figcaption>',
  ]);
  expect(html).toContain('&lt;curl&gt;');
});
