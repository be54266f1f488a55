import { useEffect } from 'preact/hooks';
import {
  fitGrid,
  pickVisible,
  planStage,
  type Space,
  type StageItem,
  type StagePlan,
  type StageView,
} from './stage-plan.ts';
import type { ShownReaction } from '../room-messages/room-messages.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-types.ts';
import { messages } from '../i18n/messages.ts';
import { Tile, type TileActions } from './tile.tsx';
import { useTileFocus } from './use-tile-focus.ts';
import { useSize } from '../hooks/browser-hooks.ts';

const GRID = { widest: 16 / 9, minTileWidth: 132 };
const FRONT = { widest: 16 / 9, minTileWidth: 0 };
/** Aspect ratios. Screens are wide: a tall tile would be mostly black. */
const NARROWEST = { screen: 4 / 3, camera: 0.6 };
/** The share of a tall stage that featured tiles take at most when there are others. */
const FRONT_HEIGHT_SHARE = 0.58;

type Props = {
  state: SessionState;
  session: Session;
  view: StageView;
  /** No video is received. */
  audioOnly: boolean;
  pinned: string | null;
  onPin(key: string | null): void;
  /** Shows who has no tile. */
  onMore(): void;
  reactions: readonly ShownReaction[];
};
type Area = {
  items: StageItem[];
  hidden: number;
  tileWidth: number;
  tileHeight: number;
  width: number;
};

/** All people as equal tiles, or the featured tiles with the others beside or below them. */
export function Stage(props: Props) {
  const { state, session, view, audioOnly, pinned, onPin, onMore, reactions } = props;
  const { ref, size } = useSize<HTMLDivElement>();
  useTileFocus(ref);
  const { people, spokeAt } = state;
  const gap = size.width < 600 ? 8 : 12;
  const plan = planStage(people, { view, pinned, spokeAt });
  const beside = size.width > size.height * 1.15;
  const { front, rest } =
    plan.featured.length === 0
      ? { front: EMPTY, rest: layOutGrid(plan.others, size, gap, spokeAt) }
      : (beside ? layOutBeside : layOutAbove)(plan, size, gap, spokeAt);
  const seen = audioOnly ? '' : [...front.items, ...rest.items].map(({ key }) => key).join('\n');
  useEffect(() => session.receiveOnly(new Set(seen.split('\n'))), [seen, session, state.phase]);
  const actions: TileActions = { session, audioOnly, pinned, onPin };
  const areas = [
    { name: 'front', area: front },
    { name: 'rest', area: rest },
  ].filter(({ area }) => area.items.length > 0);
  return (
    <div ref={ref} class="stage" data-beside={beside} style={{ '--stage-gap': `${gap}px` }}>
      {size.width > 0 && (
        <div class="stage-areas">
          {areas.map(({ name, area }) => (
            <ul
              key={name}
              class="tiles"
              aria-label={name === 'front' ? messages.inFront : messages.participants}
              style={areaStyle(area)}
            >
              {area.items.map((item) => (
                <Tile
                  key={item.key}
                  item={item}
                  actions={actions}
                  reaction={reactions.findLast(({ from }) => from === item.person.ref)?.reaction}
                />
              ))}
              {area.hidden > 0 && (
                <li class="tile">
                  <button type="button" class="tile-more" title={messages.people} onClick={onMore}>
                    {messages.morePeople(area.hidden)}
                  </button>
                </li>
              )}
            </ul>
          ))}
        </div>
      )}
      {people.length === 1 && people.every(({ sharing }) => !sharing) && (
        <p class="alone" style={areaStyle(rest.items.length > 0 ? rest : front)}>
          <strong>{messages.alone}</strong>
          {messages.aloneHelp}
        </p>
      )}
    </div>
  );
}

const EMPTY: Area = { items: [], hidden: 0, tileWidth: 0, tileHeight: 0, width: 0 };

function layOutGrid(
  items: StageItem[],
  size: Space,
  gap: number,
  spokeAt: ReadonlyMap<string, number>,
): Area {
  const { tileWidth, tileHeight, columns, shown } = fitGrid(items.length, size, {
    ...GRID,
    gap,
    narrowest: size.width < 600 ? NARROWEST.camera : 1,
  });
  const visible =
    shown < items.length ? pickVisible(items, Math.max(1, shown - 1), spokeAt) : items;
  const hidden = shown > 1 ? items.length - visible.length : 0;
  return {
    items: visible,
    hidden,
    tileWidth,
    tileHeight,
    width: columns * tileWidth + (columns - 1) * gap,
  };
}

function layOutBeside(
  { featured, others }: StagePlan,
  size: Space,
  gap: number,
  spokeAt: ReadonlyMap<string, number>,
) {
  const tileWidth = Math.round(Math.min(236, Math.max(128, size.width * 0.19)));
  const tileHeight = Math.round((tileWidth * 9) / 16);
  const capacity = Math.floor((size.height + gap) / (tileHeight + gap));
  const visible =
    others.length > capacity ? pickVisible(others, Math.max(1, capacity - 1), spokeAt) : others;
  const taken = others.length === 0 ? 0 : gap + tileWidth;
  const front = layOutFront(featured, { width: size.width - taken, height: size.height }, gap);
  return {
    front,
    rest: {
      items: visible,
      // Where only one tile fits, the number of the others would hang out below it.
      hidden: capacity > 1 ? others.length - visible.length : 0,
      tileWidth,
      tileHeight,
      width: tileWidth,
    },
  };
}

function layOutAbove(
  { featured, others }: StagePlan,
  size: Space,
  gap: number,
  spokeAt: ReadonlyMap<string, number>,
) {
  if (others.length === 0) return { front: layOutFront(featured, size, gap), rest: EMPTY };
  const front = layOutFront(
    featured,
    { width: size.width, height: Math.round(size.height * FRONT_HEIGHT_SHARE) },
    gap,
  );
  const rows = Math.ceil((front.items.length * (front.tileWidth + gap)) / (front.width + gap));
  const taken = rows * (front.tileHeight + gap);
  return {
    front,
    rest: layOutGrid(others, { width: size.width, height: size.height - taken }, gap, spokeAt),
  };
}

function layOutFront(items: StageItem[], space: Space, gap: number): Area {
  const narrowest = items.some(({ source }) => source === 'screen')
    ? NARROWEST.screen
    : NARROWEST.camera;
  const { columns, tileWidth, tileHeight } = fitGrid(items.length, space, {
    ...FRONT,
    gap,
    narrowest,
  });
  return {
    items,
    hidden: 0,
    tileWidth,
    tileHeight,
    width: columns * tileWidth + (columns - 1) * gap,
  };
}

function areaStyle({ tileWidth, tileHeight, width }: Area): Record<`--${string}`, string> {
  return {
    '--tile-width': `${tileWidth}px`,
    '--tile-height': `${tileHeight}px`,
    '--stage-width': `${width}px`,
  };
}
