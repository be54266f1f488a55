import { Problem } from '../../core/problem.ts';

type Range = { type: string; subtype: string; quality: number };

/**
 * The offered media type that `accept` prefers, the first of equals; an empty header counts as none.
 * Problems: not_acceptable.
 */
export function chooseMediaType<Offer extends string>(
  accept: string | undefined,
  offers: readonly Offer[],
): Offer {
  const wish = accept?.trim() || '*/*';
  if (wish === '*/*' && offers[0] !== undefined) return offers[0];
  const ranges = wish.split(',').flatMap(readRange);
  let best: { offer: Offer; quality: number } | null = null;
  for (const offer of offers) {
    const quality = qualityOf(offer, ranges);
    if (quality > (best?.quality ?? 0)) best = { offer, quality };
  }
  if (best === null)
    throw new Problem('not_acceptable', { detail: `Accept one of: ${offers.join(', ')}.` });
  return best.offer;
}

function readRange(text: string): Range[] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [type, subtype] = range.split('/');
  if (!type || !subtype) return [];
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
  return [{ type, subtype, quality: quality >= 0 && quality <= 1 ? quality : 0 }];
}

/** The most specific range that fits decides (RFC 9110, 12.5.1). */
function qualityOf(offer: string, ranges: Range[]): number {
  const [type, subtype] = offer.split('/');
  const exact = ranges.find((range) => range.type === type && range.subtype === subtype);
  const family = ranges.find((range) => range.type === type && range.subtype === '*');
  const any = ranges.find((range) => range.type === '*' && range.subtype === '*');
  return (exact ?? family ?? any)?.quality ?? 0;
}
