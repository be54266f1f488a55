// The keys of each file are the names of the features, so the compiler refuses a feature without a weight.
import dates from './dates.json' with { type: 'json' };
import decisions from './decisions.json' with { type: 'json' };
import longDecisions from './long-decisions.json' with { type: 'json' };
import longKeyPoints from './long-key-points.json' with { type: 'json' };
import longReadable from './long-readable.json' with { type: 'json' };
import longTasks from './long-tasks.json' with { type: 'json' };
import tasks from './tasks.json' with { type: 'json' };

export const dateWeights = dates.weights;
export const decisionWeights = decisions.weights;
export const taskWeights = tasks.weights;
/** A candidate with at least these log odds is shown. */
export const decisionThreshold = decisions.threshold;
export const taskThreshold = tasks.threshold;
/** For long talks. */
export type LongTalkTable = {
  readonly threshold: number;
  readonly weights: Readonly<typeof longDecisions.weights>;
  /** A weight for each number of the network's state; `mean`: the weight of the mean state. */
  readonly state: readonly number[];
  readonly mean: number;
};
export const longTalkTables = {
  decisions: longDecisions,
  tasks: longTasks,
  keyPoints: longKeyPoints,
  readable: longReadable,
} satisfies Record<string, LongTalkTable>;
