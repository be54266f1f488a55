import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launchBrowser } from '../../../dev/world/media/launch-browser.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { projectRoot } from '../../../setup/places.mjs';

const world = await serverWorld({ webDist: join(projectRoot(), 'clients/web/dist') });

describe('/v1/docs', () => {
  // Promise: E6
  test('is rendered under its own policy, without requests to other hosts or a field for a key', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const [asked, complaints]: [Set<string>, string[]] = [new Set(), []];
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http')) asked.add(origin);
      });
      page.on(
        'console',
        (message) => void (message.type() === 'error' && complaints.push(message.text())),
      );
      page.on('pageerror', (error) => void complaints.push(error.message));
      await page.goto(`${world.url}/v1/docs`);
      await page.getByRole('link', { name: /^Create a meeting/ }).click();
      await page.getByRole('heading', { name: 'Create a meeting' }).waitFor();
      await page.getByText('meetings:write').first().waitFor();
      await page.getByText('$PARLEY_URL/v1/meetings').first().waitFor();
      expect([...asked]).toEqual([world.url]);
      expect(complaints).toEqual([]);
      expect(await page.getByRole('button', { name: /test request|authoriz/i }).count()).toBe(0);
      expect(await page.locator('input:not([type="checkbox"]), textarea').count()).toBe(0);
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
    const files = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)];
    expect(files.length).toBeGreaterThan(2);
    for (const [, name = ''] of files) {
      const file = await world.call('GET', name, { key: null });
      expect([name, file.status, file.headers.get('content-encoding')]).toEqual([name, 200, 'gzip']);
    }
  });
});
