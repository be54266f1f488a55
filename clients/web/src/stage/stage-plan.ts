// Decides what the stage shows, and where. stage.tsx measures and renders it.
import { inGridOrder, type Person, videoKey, type VideoSource } from '../people/person.ts';

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

export type Space = { width: number; height: number };
type GridRules = { gap: number; narrowest: number; widest: number; minTileWidth: number };
type Grid = {
  columns: number;
  rows: number;
  tileWidth: number;
  tileHeight: number;
  shown: number;
};

/**
 * The grid of equal tiles that fills a space best, in CSS pixels. `narrowest` and `widest` are
 * aspect ratios (width / height). When all tiles would be narrower than `minTileWidth`, fewer are
 * `shown`.
 */
export function fitGrid(count: number, space: Space, rules: GridRules): Grid {
  if (count <= 0 || space.width <= 0 || space.height <= 0) {
    return { columns: 1, rows: 1, tileWidth: 0, tileHeight: 0, shown: 0 };
  }
  for (let shown = count; shown > 1; shown -= 1) {
    const grid = bestGrid(shown, space, rules);
    if (grid.tileWidth >= rules.minTileWidth) return grid;
  }
  return bestGrid(1, space, rules);
}

function bestGrid(count: number, space: Space, rules: GridRules): Grid {
  let best: Grid | null = null;
  for (let columns = 1; columns <= count; columns += 1) {
    const grid = gridOf(columns, count, space, rules);
    if (best === null || area(grid) > area(best)) best = grid;
  }
  return best ?? gridOf(1, count, space, rules);
}

function gridOf(columns: number, count: number, space: Space, rules: GridRules): Grid {
  const rows = Math.ceil(count / columns);
  const width = Math.max(0, (space.width - rules.gap * (columns - 1)) / columns);
  const height = Math.max(0, (space.height - rules.gap * (rows - 1)) / rows);
  const tileWidth = Math.floor(Math.min(width, height * rules.widest));
  const tileHeight = Math.floor(Math.min(height, width / rules.narrowest));
  return { columns, rows, tileWidth, tileHeight, shown: count };
}

function area(grid: Grid): number {
  return grid.tileWidth * grid.tileHeight;
}
