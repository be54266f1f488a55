import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { projectRoot } from '../../../setup/places.mjs';
import { addressOf, GUIDES } from './guides.ts';

const world = await serverWorld({ webDist: join(projectRoot(), 'clients/web/dist') });
const read = (path: string) => world.call('GET', path, { key: null });

/** Where the links of a page lead, without those to other sites. */
const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => href)
    .filter((href) => !href.startsWith('http'));

describe('/docs', () => {
  test('serves every guide without a key, as a page without requests to other hosts', async () => {
    for (const guide of GUIDES) {
      const page = await read(addressOf(guide));
      expect([guide.name, page.status]).toEqual([guide.name, 200]);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:/);
      expect(page.text).toContain(`<title>${guide.title}`);
      expect(page.text).toMatch(/<h1 id="[^"]+">/);
      expect(page.text).not.toContain('{{');
      expect(page.text).not.toMatch(/(?:src|srcset)="https?:/);
    }
    expect((await world.call('POST', '/docs/webhooks', { key: null })).status).toBe(405);
  });

  test('every link and picture of a page leads to something, and every fragment to a heading', async () => {
    const texts = new Map<string, string>();
    for (const guide of GUIDES) {
      const address = addressOf(guide);
      texts.set(address, (await read(address)).text);
    }
    const broken: string[] = [];
    for (const [address, html] of texts) {
      for (const href of new Set(linksOf(html))) {
        const { pathname, hash } = new URL(href, `http://x${address}`);
        const target = texts.get(pathname);
        const isThere = target !== undefined || (await read(pathname)).status === 200;
        const isHeading = hash === '' || target?.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
        if (!isThere || !isHeading) broken.push(`${address}: ${href}`);
      }
      for (const [, picture = ''] of html.matchAll(/<img src="(\/docs[^"]+)"/g))
        if ((await read(picture)).headers.get('content-type') !== 'image/webp')
          broken.push(`${address}: ${picture}`);
    }
    expect(broken).toEqual([]);
  });

  test('paths other than pages and pictures of the documentation are not found', async () => {
    for (const path of ['/docs/none', '/docs/..%2Fmeasured', '/docs/images/..%2F..%2Fpackage.json'])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
  });
});
