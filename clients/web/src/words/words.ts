import { en } from './en.ts';
import type { Words } from './en.ts';

/** The words of the page's language. */
export const words: Words = en;
