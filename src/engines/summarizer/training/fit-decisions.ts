// Fits the weights of decisions to the meetings that the network was not trained on, since it is
// overconfident about the others:
// node src/engines/summarizer/training/fit-decisions.ts [--write]
import { chooseDecisions, decisionCandidates } from '../decisions/find-decisions.ts';
import { holdsWords } from '../evaluation/score-summary.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { withAntecedent } from '../references/with-antecedent.ts';
import { decisionWeights } from '../weights/weights.ts';
import {
  type AnnotatedMeeting,
  meetingsKeptFromNetwork,
  shortTalks,
} from './annotated-meetings.ts';
import { fitItems } from './fit-items.ts';
import { zeros } from './fit-weights.ts';
import { readInStyles } from './read-annotated.ts';
import { writeWeights } from './write-weights.ts';

/** Few talks say `we decided` or vote, so the fit would give 0.35, but every reader sees a decision in it. */
const EXPLICIT = { 'says it is decided': 6, 'carried by a vote': 3 };
const SHRINK = 2;
const PRIOR = { ...zeros(decisionWeights), always: -3 };

const examples = await readInStyles(meetingsKeptFromNetwork(), exampleOf);
const [short = []] = await readInStyles(shortTalks('decisions'), exampleOf);
const table = fitItems(examples, short, PRIOR, SHRINK, (entries, threshold) =>
  chooseDecisions(
    entries.map((entry) => ({ ...entry, ...entry.item, sureness: entry.weight })),
    threshold,
  ),
);
if (process.argv.includes('--write'))
  writeWeights('decisions', { ...table, weights: { ...table.weights, ...EXPLICIT } });

function exampleOf({ decisions }: AnnotatedMeeting, reading: MeetingReading) {
  const candidates = decisionCandidates(reading).map(({ features, ...decision }) => {
    const { text } = withAntecedent(decision, reading);
    const holds = decisions.flatMap((wanted, at) => (holdsWords(text, wanted.holds) ? [at] : []));
    return { item: decision, features, holds, isPlace: false };
  });
  return { candidates, wanted: decisions.length };
}
