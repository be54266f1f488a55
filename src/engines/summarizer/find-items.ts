import { findDecisions, isRefused } from './decisions/find-decisions.ts';
import type { FoundDecision, FoundTask } from './found-item.ts';
import { isThinkingAloud } from './long-talk/weigh-long-talk.ts';
import type { MeetingReading } from './meeting-reading.ts';
import { findTasks } from './tasks/find-tasks.ts';
import { overlap, wordsOf } from './text/content-words.ts';
import { toImperative } from './text/to-imperative.ts';
import { withoutRevoked } from './without-revoked.ts';

const SAME_WORDS = 0.67;
const SAME_WORDS_OF_OTHER_OWNER = 0.75;
/** A restatement is compared with this many earlier items, which keeps long meetings linear. */
const MAX_ITEMS_BACK = 60;
const MIN_NEW_LENGTH = 0.6;

/**
 * Decisions and tasks, each once, and the sentences that propose what was revoked or refused. A task has only the due
 * date that its own words name.
 */
export function findItems(meeting: MeetingReading): {
  decisions: FoundDecision[];
  tasks: FoundTask[];
  dropped: ReadonlySet<number>;
} {
  const tasks = findTasks(meeting);
  const isTask = new Set(tasks.map(({ at }) => at));
  const decisions = findDecisions(meeting).filter(
    ({ at }) => !isTask.has(at) || !isThinkingAloud(at, meeting),
  );
  const found = [...decisions, ...tasks];
  const standing = new Set(withoutRevoked(found, meeting.sentences));
  const revoked = found.filter((item) => !standing.has(item));
  const refused = meeting.acts
    .filter(({ binds, sentence }) => binds && isRefused(sentence, meeting))
    .map(({ sentence }) => ({ at: sentence.index }));
  return {
    decisions: decisions.filter((item) => standing.has(item)),
    tasks: mergeTasks(
      tasks.filter((item) => standing.has(item)),
      meeting.owners.words,
    ),
    dropped: new Set([...revoked, ...refused].map(({ at }) => at)),
  };
}

/** Merges restatements of a task; the later owner and the later date win. */
function mergeTasks(found: readonly FoundTask[], names: ReadonlySet<string>): FoundTask[] {
  return found.reduce<FoundTask[]>((kept, task) => {
    const from = Math.max(0, kept.length - MAX_ITEMS_BACK);
    const at = kept.findLastIndex(
      (other, place) => place >= from && isSameTask(other, task, names),
    );
    const earlier = kept[at];
    return earlier === undefined ? [...kept, task] : kept.with(at, join(earlier, task));
  }, []);
}

function isSameTask(earlier: FoundTask, later: FoundTask, names: ReadonlySet<string>): boolean {
  if (earlier.at === later.at && earlier.ownerDisplayName !== later.ownerDisplayName) return false;
  const verbOf = ({ text }: FoundTask) => wordsOf(toImperative(text, names))[0];
  const sharesVerb = verbOf(earlier) === verbOf(later);
  const isThin = Math.min(earlier.words.length, later.words.length) < 2;
  if (isThin && !sharesVerb) return false;
  const shared = overlap(later.words, earlier.words);
  if (earlier.ownerDisplayName === later.ownerDisplayName) return shared >= SAME_WORDS;
  return sharesVerb && shared >= SAME_WORDS_OF_OTHER_OWNER;
}

function join(earlier: FoundTask, later: FoundTask): FoundTask {
  const held = new Set(wordsOf(earlier.text));
  const saysMore =
    later.text.length >= earlier.text.length * MIN_NEW_LENGTH &&
    wordsOf(later.text).some((word) => !held.has(word));
  return {
    ...earlier,
    ...(saysMore ? { text: later.text, words: later.words } : {}),
    segmentRefs: [...new Set([...earlier.segmentRefs, ...later.segmentRefs])],
    sureness: Math.max(earlier.sureness, later.sureness) + 1,
    at: later.at,
    dueDay: later.dueDay ?? earlier.dueDay,
    ownerDisplayName: later.ownerDisplayName ?? earlier.ownerDisplayName,
  };
}
