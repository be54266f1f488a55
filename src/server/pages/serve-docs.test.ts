import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../../../setup/places.mjs';
import { serverWorld } from '../../../dev/world/service/server-world.ts';

const world = await serverWorld();

describe('/v1/docs', () => {
  // Promise: E6
  test('is drawn from the contract under a policy of its own, calls nobody, and has no field for a key', async () => {
    const browser = await chromium.launch({
      executablePath: chromiumPath() ?? '',
      args: ['--no-sandbox'],
    });
    try {
      const page = await browser.newPage();
      const [asked, complaints]: [Set<string>, string[]] = [new Set(), []];
      page.on(
        'request',
        (request) =>
          void (request.url().startsWith('data:') || asked.add(new URL(request.url()).origin)),
      );
      page.on(
        'console',
        (message) => void (message.type() === 'error' && complaints.push(message.text())),
      );
      page.on('pageerror', (error) => void complaints.push(error.message));
      await page.goto(`${world.url}/v1/docs`);
      await page
        .getByText('/v1/meetings/{meetingRef}/transcript', { exact: false })
        .first()
        .waitFor();
      await page.getByText('Create a meeting').first().click();
      await page.getByText('meetings:write').first().waitFor();
      expect([...asked]).toEqual([world.url]);
      expect(complaints).toEqual([]);
      expect(await page.getByRole('button', { name: /try it out|authoriz/i }).count()).toBe(0);
      await page.getByText('the scope in x-scope', { exact: false }).first().waitFor();
    } finally {
      await browser.close();
    }
  });

  test('needs no key, and its files come compressed', async () => {
    const page = await world.call('GET', '/v1/docs', { key: null });
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(page.text).not.toMatch(/https?:/);
    for (const [, name = ''] of page.text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)) {
      const file = await world.call('GET', `/v1/${name}`, { key: null });
      expect([name, file.status]).toEqual([name, 200]);
    }
    const bundle = await world.call('GET', '/v1/docs/swagger-ui-bundle.js', { key: null });
    expect(bundle.headers.get('content-encoding')).toBe('gzip');
    expect((await world.call('GET', '/v1/docs/package.json', { key: null })).status).toBe(401);
  });
});
