import { localeFor } from '../../i18n/page-language.ts';
import { language, texts } from './texts.ts';

const SECOND_MS = 1_000;

/** A code of the API in words. */
export function wordsFor(reason: string): string {
  const reasons: Record<string, string> = texts.reasons;
  return reasons[reason] ?? reason;
}

export const formatNumber = (value: number): string => value.toLocaleString(language.get());

export function formatPercent(percent: number): string {
  return (percent / 100).toLocaleString(language.get(), {
    style: 'percent',
    maximumFractionDigits: 1,
  });
}

/** Date and time of day, in the zone and the manner of the reader's region. */
export function formatMoment(timestamp: string): string {
  return new Date(timestamp).toLocaleString(localeFor(language.get()), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

/** A date without a time of day, such as 2027-03-02, which is the same in every zone. */
export function formatDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(localeFor(language.get()), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
}

/** 1:02:03, or 2:03 below an hour. */
export function formatLength(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / SECOND_MS);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
}
