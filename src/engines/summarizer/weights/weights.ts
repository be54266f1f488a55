import type { DateFeature } from '../dates/date-features.ts';
import type { DecisionFeature } from '../decisions/decision-features.ts';
import type { LongTalkFeature } from '../long-talk/long-talk-features.ts';
import type { Weights } from '../model/weight-of.ts';
import type { TaskFeature } from '../tasks/task-features.ts';
import dates from './dates.json' with { type: 'json' };
import longDecisions from './long-decisions.json' with { type: 'json' };
import longKeyPoints from './long-key-points.json' with { type: 'json' };
import longTasks from './long-tasks.json' with { type: 'json' };
import decisions from './decisions.json' with { type: 'json' };
import tasks from './tasks.json' with { type: 'json' };

/** The compiler refuses a feature without a weight and a weight without a feature. */
type Exact<Table, Feature extends string> =
  Exclude<keyof Table, Feature> extends never ? Weights<Feature> : never;

export const dateWeights: Exact<typeof dates.weights, DateFeature> = dates.weights;
export const decisionWeights: Exact<typeof decisions.weights, DecisionFeature> = decisions.weights;
export const taskWeights: Exact<typeof tasks.weights, TaskFeature> = tasks.weights;
/** A candidate with at least these log odds is shown. */
export const decisionThreshold = decisions.threshold;
export const taskThreshold = tasks.threshold;
/** For long talks. */
export type LongTalkTable = {
  readonly threshold: number;
  readonly weights: Exact<typeof longDecisions.weights, LongTalkFeature>;
  /** A weight for each number of the network's state; `mean`: the weight of the mean state. */
  readonly state: readonly number[];
  readonly mean: number;
};
export const longDecisionTable: LongTalkTable = longDecisions;
export const longTaskTable: LongTalkTable = longTasks;
export const longKeyPointTable: LongTalkTable = longKeyPoints;
