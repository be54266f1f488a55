import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

type Axe = {
  run(
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
};

const axeSource = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

type Media = Parameters<Page['emulateMedia']>[0];

const THEMES: Readonly<Record<string, Media>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
};

export const ONE_THEME: typeof THEMES = { light: { colorScheme: 'light' } };

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The only rules among them whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds against WCAG 2.0 to 2.2, A and AA: every rule in the first theme, and the colors in
 * each other one. Runs outside the page's content security policy, as a browser extension does.
 */
export async function violations(
  page: Page,
  themes: Readonly<Record<string, Media>> = THEMES,
): Promise<string[]> {
  const found: string[] = [];
  // First, so that colors change without a transition.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  for (const [at, [theme, media]] of Object.entries(themes).entries()) {
    await page.emulateMedia(media);
    const result = await page.evaluate(
      async (runOnly) => {
        const { axe } = window as unknown as { axe: Axe };
        return axe.run({ runOnly, resultTypes: ['violations'] });
      },
      at === 0 ? WCAG : COLOR_RULES,
    );
    for (const { id, nodes } of result.violations)
      found.push(
        ...nodes.map(
          (node) => `${theme} ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`,
        ),
      );
  }
  return found;
}
