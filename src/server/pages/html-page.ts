import type { Answer } from '../http/answer.ts';

const CSP = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/** A small page of ours. `body` is HTML already. */
export function htmlPage(title: string, body: string): Answer {
  const head =
    '<meta charset="utf-8"><meta name="viewport" ' +
    `content="width=device-width"><title>${escapeHtml(title)}</title>`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': CSP,
    },
    body:
      '<!doctype html><html ' +
      `lang="en"><head>${head}</head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  };
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
