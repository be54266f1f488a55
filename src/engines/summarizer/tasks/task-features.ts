// What speaks for and against a task; each sign has one weight in `task-weights.ts`. English.
import { contentWords } from '../text/content-words.ts';
import type { FoundTask } from '../found-item.ts';
import type { TurnReading } from '../model/read-turns.ts';
import { namesDay } from '../dates/resolve-due-date.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import type { SpeechAct } from '../text/speech-acts.ts';

export interface TaskSurroundings {
  readonly acts: readonly SpeechAct[];
  readonly readings: readonly (TurnReading | null)[];
  readonly owners: OwnerFinder;
}

/** Steps of likelihood. */
const STEPS = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95];
const REACH_SENTENCES = 12;
const NEAR_SENTENCES = 3;
const MOST_WORDS = 4;
const SHORT_WORDS = 4;
const LONG_WORDS = 20;

export function taskSigns(task: FoundTask, { acts, readings, owners }: TaskSurroundings): string[] {
  const act = acts[task.at];
  const reading = readings[task.at];
  if (act === undefined || reading === null || reading === undefined) return [];
  const kind = task.read === true ? 'read' : 'ruled';
  const signs = [kind];
  const sign = (name: string, holds: boolean): void => void (holds && signs.push(name));
  const best = Math.max(reading.tasks, ...restsOn(task, acts, readings).map(({ tasks }) => tasks));
  for (const step of STEPS) {
    sign(`${kind}, likelier than ${step}`, reading.tasks > step);
    sign(`likelier than ${step} somewhere`, best > step);
  }
  signs.push(`${kind}, form: ${act.form}`);
  const said = wordingOf(task);
  const brackets = said !== task.text;
  signs.push(`words ${Math.min(MOST_WORDS, contentWords(said).length)}`);
  sign('in brackets', brackets);
  sign('brackets alone say it', brackets && contentWords(said).length === 0);
  const dated = task.dueDay !== null || namesDay(act.sentence.text);
  sign(`${kind}, dated`, dated);
  sign('called by name', task.called === true);
  sign('given', task.given === true);
  sign(`${kind}, asked`, act.sentence.isQuestion);
  sign('short', act.sentence.words.length <= SHORT_WORDS);
  sign('long', act.sentence.words.length >= LONG_WORDS);
  sign('said more than once', task.sureness >= 3);
  sign('conditional', act.conditional);
  sign('wish', act.wishes);
  sign('told', act.narrated);
  sign('postponed', act.postpones);
  sign('commits', act.commits);
  sign('points back', act.pointsBack);
  sign('decides too', reading.decides > 0.3);
  sign('settles', reading.settles > 0.3);
  const [doer, share] = Object.entries(reading.doers).toSorted((a, b) => b[1] - a[1])[0] ?? [
    'nobody',
    0,
  ];
  sign(`${kind}, done by ${doer}`, share > 0.5);
  const speaker = owners.ofSpeaker(act.sentence.speakerRef);
  sign(
    `${kind}, owner ${task.ownerDisplayName === null ? 'nobody' : task.ownerDisplayName === speaker ? 'speaks' : 'is another'}`,
    true,
  );
  signs.push(...signsAround(task.at, acts, readings));
  return signs;
}

function signsAround(
  at: number,
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
): string[] {
  const act = acts[at];
  if (act === undefined) return [];
  const { turn } = act.sentence;
  const likelihood = (place: number): number => readings[place]?.tasks ?? 0;
  const near = Array.from(
    { length: 2 * NEAR_SENTENCES + 1 },
    (_, step) => at - NEAR_SENTENCES + step,
  ).filter((place) => place !== at);
  const next = acts.slice(at + 1, at + 8).filter((other) => other.sentence.turn === turn + 1);
  const signs: string[] = [];
  const sign = (name: string, holds: boolean): void => void (holds && signs.push(name));
  const likelier = near.filter((place) => likelihood(place) > likelihood(at));
  sign('likeliest near', likelier.length === 0);
  sign('two likelier near', likelier.length > 1);
  sign(
    'beside a likely one',
    [at - 1, at + 1].some(
      (place) => acts[place]?.sentence.turn === turn && likelihood(place) > 0.5,
    ),
  );
  sign(
    'next turn agrees',
    next.slice(0, 2).some((other) => other.agrees),
  );
  sign(
    'next turn refuses',
    next.slice(0, 2).some((other) => other.refuses),
  );
  sign(
    'next turn commits',
    next.slice(0, 3).some((other) => other.commits),
  );
  sign('next turn asks', next[0]?.sentence.isQuestion === true);
  sign(
    'answers a question',
    acts[at - 1]?.sentence.isQuestion === true && acts[at - 1]?.sentence.turn === turn - 1,
  );
  sign(
    'next settles',
    next.some((other) => (readings[other.sentence.index]?.settles ?? 0) > 0.5),
  );
  return signs;
}

/** The readings of the sentences that a task rests on. */
function restsOn(
  task: FoundTask,
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
): TurnReading[] {
  const refs = new Set(task.segmentRefs);
  return acts
    .slice(Math.max(0, task.at - REACH_SENTENCES), task.at + 1)
    .filter(({ sentence }) => sentence.segmentRefs.some((ref) => refs.has(ref)))
    .flatMap(({ sentence }) => readings[sentence.index] ?? []);
}

function wordingOf(task: FoundTask): string {
  return task.text.replace(/ \([^()]*\)$/, '');
}
