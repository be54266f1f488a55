import type { Parley } from './service/start-parley.ts';

/** Calls the guest API as the page does. Fails on any error status. */
export async function callGuestApi<T>(
  { url }: Pick<Parley, 'url'>,
  path: string,
  body: object,
): Promise<T> {
  const response = await fetch(`${url}/guest/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${path.split('/').at(-1)} answered ${response.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
