import { weightOf } from '../model/weight-of.ts';
import { isInsideMeeting } from '../tasks/acts-inside-meeting.ts';
import { longDecisionTable, longTaskTable } from '../weights/weights.ts';
import { type LongTalk, longTalkFeatures } from './long-talk-features.ts';

/** Log odds above the bar from which a sentence of a long talk is shown; one for each sentence. */
export type LongTalkWeights = {
  readonly decisions: readonly number[];
  readonly tasks: readonly number[];
};

/** Written meetings are shorter, real ones longer; real talk holds a tenth as many items per word. */
const MIN_LONG_TALK_WORDS = 1_200;
/** Fewer words hardly say who does what. */
const MIN_WORDS = 3;

/** Null for a talk that is not long: there the network alone is sure enough. */
export function weighLongTalk(talk: LongTalk): LongTalkWeights | null {
  const words = talk.sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  if (words < MIN_LONG_TALK_WORDS || talk.acts.length === 0) return null;
  const weigh = (kind: 'decisions' | 'tasks', { threshold, weights }: typeof longTaskTable) =>
    longTalkFeatures(talk, kind).map((features, at) => {
      const { words = [], text = '' } = talk.sentences[at] ?? {};
      if (words.length < MIN_WORDS || isInsideMeeting(text)) return -Infinity;
      return weightOf(features, weights) - threshold;
    });
  return { decisions: weigh('decisions', longDecisionTable), tasks: weigh('tasks', longTaskTable) };
}
