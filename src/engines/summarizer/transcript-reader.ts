import type { TranscriptReader } from '../../core/ports.ts';
import { chooseLanguage } from './choose-language.ts';
import { dayInZone, writeDay } from './dates/calendar.ts';
import { allDueDates } from './dates/resolve-due-date.ts';
import { findOwners } from './tasks/owner-names.ts';
import { contentWords, wordsOf } from './text/content-words.ts';

/** Finds words, dates and names in a transcript without the network. */
export const transcriptReader: TranscriptReader = {
  languageOf: chooseLanguage,
  wordsOf,
  contentWords,
  datesIn: (texts, { startedAt, timezone }) => {
    const today = startedAt === null ? null : dayInZone(startedAt, timezone);
    if (today === null) return null;
    const days = texts.flatMap((text) => allDueDates(text, today).map(({ day }) => writeDay(day)));
    return [...new Set(days)];
  },
  ownerNamed: (name, speakers) => findOwners(speakers).ofName(name),
};
