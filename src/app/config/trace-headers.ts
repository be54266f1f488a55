/** Pairs such as `authorization=Basic%20abc`, separated by commas; null when a value is not percent-encoded. */
export function readTraceHeaders(text: string): Record<string, string> | null {
  const pairs = text
    .split(',')
    .filter((pair) => pair.includes('='))
    .map((pair) => [pair.split('=')[0]?.trim() ?? '', pair.slice(pair.indexOf('=') + 1).trim()]);
  try {
    return Object.fromEntries(pairs.map(([name, value = '']) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}
