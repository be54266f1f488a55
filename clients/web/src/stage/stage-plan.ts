// Decides what the stage shows, and where. stage.tsx measures and renders it.
import { inGridOrder, videoKey } from '../people/person.ts';
import type { Person, VideoSource } from '../people/person.ts';

/** A tile of the stage: a person, or a screen that a person shares. `key` comes from `videoKey`. */
export type StageItem = { key: string; source: VideoSource; person: Person };
export type StageView = 'grid' | 'speaker';
type StageOptions = {
  view: StageView;
  pinned: string | null;
  spokeAt: ReadonlyMap<string, number>;
};
/** Without `featured` items the others fill the stage as equal tiles. */
export type StagePlan = { featured: StageItem[]; others: StageItem[] };

/**
 * Features the pinned tile; otherwise the screens that others share; otherwise, in speaker view,
 * the last speaker.
 */
export function planStage(people: readonly Person[], options: StageOptions): StagePlan {
  const ordered = inGridOrder(people);
  const screens = ordered
    .filter(({ sharing }) => sharing)
    .map((person) => itemOf(person, 'screen'));
  const items = [...screens, ...ordered.map((person) => itemOf(person, 'camera'))];
  const featured = choose(items, screens, ordered, options);
  const featuredKeys = new Set(featured.map(({ key }) => key));
  return { featured, others: items.filter(({ key }) => !featuredKeys.has(key)) };
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

/** With fewer tiles, one's own picture gives way to others. */
const MIN_TILES_WITH_SELF = 4;

/**
 * Picks the items to show when only `capacity` of them fit: oneself, the last speakers, then by
 * arrival. The picked items keep their order, so that no tile moves because someone speaks.
 */
export function pickVisible(
  items: readonly StageItem[],
  capacity: number,
  spokeAt: ReadonlyMap<string, number>,
): StageItem[] {
  if (items.length <= capacity) return [...items];
  const heardSelf = capacity < MIN_TILES_WITH_SELF ? -1 : Infinity;
  const heardAt = ({ person, source }: StageItem) =>
    source === 'screen' ? Infinity : person.isSelf ? heardSelf : (spokeAt.get(person.ref) ?? 0);
  const ranked = items
    .map((item, at) => ({ item, at }))
    .sort((a, b) => heardAt(b.item) - heardAt(a.item) || a.at - b.at);
  const chosen = new Set(ranked.slice(0, Math.max(0, capacity)).map(({ item }) => item));
  return items.filter((item) => chosen.has(item));
}

function itemOf(person: Person, source: VideoSource): StageItem {
  return { key: videoKey(person.ref, source), source, person };
}
