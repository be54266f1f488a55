// Splits a meeting that exceeds the model's context, and merges the minutes of its parts.
import type { SummaryInput } from '../../core/ports.ts';
import type { ChatMessage } from './ask-model.ts';
import type { SummaryDraft } from './summary-draft.ts';
import { linesOf, mapMessages, reduceMessages, tokensAtMost, tokensOf } from './write-prompt.ts';

const MAX_ANSWER_TOKENS = 4_000;
const MAX_ROUNDS = 6;

/** The model answered, but its answer is unusable. */
export class AnswerUnusable extends Error {}

/** One question and its answer. */
export type Ask = (messages: readonly ChatMessage[]) => Promise<SummaryDraft>;

/** The tokens a question may use. The rest is for the answer, or for a faulty answer and its repair. */
export function questionTokens(contextTokens: number): number {
  return contextTokens - maxAnswerTokens(contextTokens);
}

/** The tokens an answer may use: more than expected, for models that reason first. */
export function maxAnswerTokens(contextTokens: number): number {
  return 2 * answerTokens(contextTokens);
}

/** The tokens an answer is expected to use. */
export function answerTokens(contextTokens: number): number {
  return Math.min(MAX_ANSWER_TOKENS, Math.floor(contextTokens / 5));
}

/** Ranges of segments, each of which fits into one question. */
export function partsOf(input: SummaryInput, tokens: number): [from: number, to: number][] {
  const parts: [number, number][] = [];
  const frame = tokensOf(mapMessages(input, 0, 0));
  let from = 0;
  let used = frame;
  for (const [at, line] of linesOf(input).entries()) {
    const cost = tokensAtMost(`${line}\n`);
    if (at > from && used + cost > tokens) {
      parts.push([from, at]);
      from = at;
      used = frame;
    }
    if (frame + cost > tokens)
      throw new AnswerUnusable('A single segment is longer than the context size');
    used += cost;
  }
  return [...parts, [from, input.segments.length]];
}

/** Merges the minutes of the parts into minutes of the whole, in as many rounds as necessary. */
export async function reduceDrafts(
  input: SummaryInput,
  drafts: SummaryDraft[],
  tokens: number,
  ask: Ask,
): Promise<SummaryDraft> {
  let level = drafts;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const [only, ...more] = level;
    if (only !== undefined && more.length === 0) return only;
    const groups = groupsOf(input, level, tokens);
    if (groups.length === level.length) break;
    const next: SummaryDraft[] = [];
    for (const group of groups) {
      const [first, ...others] = group;
      if (first !== undefined)
        next.push(others.length === 0 ? first : await ask(reduceMessages(input, group)));
    }
    level = next;
  }
  throw new AnswerUnusable('The minutes of the parts do not fit into the context size');
}

function groupsOf(
  input: SummaryInput,
  drafts: readonly SummaryDraft[],
  tokens: number,
): SummaryDraft[][] {
  const groups: SummaryDraft[][] = [];
  let group: SummaryDraft[] = [];
  for (const draft of drafts) {
    const together = tokensOf(reduceMessages(input, [...group, draft]));
    if (group.length > 0 && together > tokens) {
      groups.push(group);
      group = [];
    }
    group.push(draft);
  }
  return [...groups, group];
}
