// What stands on the stage, and where: decided here, measured and drawn in stage.tsx.
import { inGridOrder, videoKey } from '../people/person.ts';
import type { Person, VideoSource } from '../people/person.ts';

/** One picture of the stage: a person, or the screen that a person shares. `key` is that of `pictureKey`. */
export type StageItem = { key: string; source: VideoSource; person: Person };
export type StageView = 'grid' | 'speaker';
export type StageOptions = {
  view: StageView;
  pinned: string | null;
  spokeAt: ReadonlyMap<string, number>;
};
/** With nothing `featured` the others fill the stage as equal tiles. */
export type StagePlan = { featured: StageItem[]; others: StageItem[] };

/** A pinned picture stands alone in front; otherwise shared screens of others; otherwise, in speaker view, who spoke last. */
export function planStage(people: readonly Person[], wish: StageOptions): StagePlan {
  const ordered = inGridOrder(people);
  const screens = ordered
    .filter(({ sharing }) => sharing)
    .map((person) => itemOf(person, 'screen'));
  const items = [...screens, ...ordered.map((person) => itemOf(person, 'camera'))];
  const featured = choose(items, screens, ordered, wish);
  const front = new Set(featured.map(({ key }) => key));
  return { featured, others: items.filter(({ key }) => !front.has(key)) };
}

function choose(
  items: StageItem[],
  screens: StageItem[],
  people: Person[],
  { pinned, view, spokeAt }: StageOptions,
): StageItem[] {
  const pin = items.find(({ key }) => key === pinned);
  if (pin !== undefined) return [pin];
  const shared = screens.filter(({ person }) => !person.isSelf);
  if (shared.length > 0) return shared;
  if (view === 'grid' || people.length < 2) return [];
  const last = lastSpeaker(people, spokeAt);
  return last === undefined ? [] : [itemOf(last, 'camera')];
}

function lastSpeaker(people: Person[], spokeAt: ReadonlyMap<string, number>): Person | undefined {
  const others = people.filter(({ isSelf }) => !isSelf);
  const heardAt = ({ ref }: Person) => spokeAt.get(ref) ?? -Infinity;
  return others.reduce<Person | undefined>(
    (last, person) => (last === undefined || heardAt(person) > heardAt(last) ? person : last),
    undefined,
  );
}

/**
 * Which of the items are seen when only `room` of them fit: those heard last, so that no speaker stays hidden, then by
 * arrival. Those who are seen keep their order, so that nobody's tile moves because somebody speaks.
 */
export function pickVisible(
  items: readonly StageItem[],
  room: number,
  spokeAt: ReadonlyMap<string, number>,
): StageItem[] {
  if (items.length <= room) return [...items];
  const heardAt = ({ person, source }: StageItem) =>
    source === 'screen' ? Infinity : person.isSelf ? -1 : (spokeAt.get(person.ref) ?? 0);
  const ranked = items
    .map((item, at) => ({ item, at }))
    .sort((a, b) => heardAt(b.item) - heardAt(a.item) || a.at - b.at);
  const chosen = new Set(ranked.slice(0, Math.max(0, room)).map(({ item }) => item));
  return items.filter((item) => chosen.has(item));
}

function itemOf(person: Person, source: VideoSource): StageItem {
  return { key: videoKey(person.ref, source), source, person };
}
