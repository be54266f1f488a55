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

const BOTH: Record<string, Media> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
};

/**
 * What axe finds against WCAG 2.0 to 2.2, A and AA, in each theme. Evaluated past the page's
 * content security policy, as a guest's own tool would be.
 */
export async function violations(
  page: Page,
  themes: Readonly<Record<string, Media>> = BOTH,
): Promise<string[]> {
  const found: string[] = [];
  // Before the colors change, so that they change at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(axeSource);
  for (const [theme, media] of Object.entries(themes)) {
    await page.emulateMedia(media);
    const result = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: Axe };
      return axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        resultTypes: ['violations'],
      });
    });
    for (const { id, nodes } of result.violations)
      found.push(
        ...nodes.map(
          (node) => `${theme} ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`,
        ),
      );
  }
  return found;
}
