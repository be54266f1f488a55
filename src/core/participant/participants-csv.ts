import type { Participant } from '../../../contract/generated/api.ts';

const COLUMNS = [
  'participantRef',
  'displayName',
  'role',
  'kind',
  'state',
  'joinedAt',
  'leftAt',
  'reason',
  'attendedMs',
  'spokeMs',
];

/** A line for each visit, and one for each person who never came (RFC 4180). Pure. */
export function participantsCsv(participants: readonly Participant[]): string {
  const lines = participants.flatMap((person) => {
    const visits = person.visits.length > 0 ? person.visits : [null];
    return visits.map((visit) => [
      person.participantRef,
      person.displayName,
      person.role,
      person.kind,
      person.state,
      visit?.joinedAt ?? null,
      visit?.leftAt ?? null,
      visit?.reason ?? null,
      person.attendedMs,
      person.spokeMs,
    ]);
  });
  return [COLUMNS, ...lines].map((line) => `${line.map(fieldOf).join(',')}\r\n`).join('');
}

/**
 * A spreadsheet treats text that begins like this as a formula, in East Asia also with full-width signs; a leading
 * apostrophe prevents that (OWASP). Where spreadsheets separate cells by semicolons, a new cell begins after each, even
 * inside our quotes.
 */
const FORMULA = /(^|;)(?=["\s]*[=+\-@＝＋－＠\t\r])/g;

function fieldOf(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value.replace(FORMULA, "$1'") : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
