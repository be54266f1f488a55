// A task as the summary shows it, readable without knowing who said it. English.
import { resolveDueDate } from '../dates/resolve-due-date.ts';
import type { FoundTask } from '../found-item.ts';
import { isThinkingAloud } from '../long-talk/weigh-long-talk.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { splitAntecedent } from '../references/with-antecedent.ts';
import { wordsOf } from '../text/content-words.ts';
import { shiftPronouns } from '../text/shift-pronouns.ts';
import { toImperative } from '../text/to-imperative.ts';

const MIN_WORDS = 2;
const SPEAKS = /\b(?:i|me|my|you|your|we|us|our)\b/i;

export function renderTask(task: FoundTask, meeting: MeetingReading): string {
  const { owners, sentences } = meeting;
  const [words, antecedent] = splitAntecedent(task.text);
  const imperative = toImperative(withoutDate(words, task.dueDay, meeting.today), owners.words);
  const speaker = owners.ofSpeaker(sentences[task.at]?.speakerRef ?? null);
  const told =
    speaker === null
      ? imperative
      : shiftPronouns(imperative, {
          speaker,
          owner: task.ownerDisplayName,
          listener: listenerOf(task.at, meeting),
        });
  if (isThinkingAloud(task.at, meeting) && speaker !== null && SPEAKS.test(told))
    return speaker === task.ownerDisplayName ? words : `${speaker}: ${words}`;
  return told + antecedent;
}

/** The due date has its own field. */
function withoutDate(text: string, dueDay: number | null, today: number | null): string {
  const due = resolveDueDate(text, today);
  if (due === null || due.day !== dueDay) return text;
  const rest = `${text.slice(0, due.from).trimEnd()} ${text.slice(due.to).trimStart()}`
    .replace(/\s+([,.])/g, '$1')
    .replace(/^[\s,]+|[\s,]+$/g, '')
    .replace(/\s+(?:by|on|at|and|or|until|before)$/i, '');
  return wordsOf(rest).length < MIN_WORDS ? text : rest;
}

/** The other person of two; else the previous speaker, if they asked something. */
function listenerOf(at: number, { sentences, owners }: MeetingReading): string | null {
  const own = sentences[at];
  if (own === undefined) return null;
  const speaker = owners.ofSpeaker(own.speakerRef);
  if (owners.all.length === 2) return owners.all.find((name) => name !== speaker) ?? null;
  const before = sentences.slice(0, at).findLast(({ turn }) => turn < own.turn);
  return before?.isQuestion === true ? owners.ofSpeaker(before.speakerRef) : null;
}
