import type { Answer } from '../http/answer.ts';
import { pageHeaders, TRUSTED_TYPES } from '../pages/page-headers.ts';

const HEADERS = pageHeaders(TRUSTED_TYPES);

/** A page of the documentation: it makes no requests. */
export function docsAnswer(body: string): Answer {
  return { status: 200, headers: HEADERS, body };
}
