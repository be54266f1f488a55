import type { CSSProperties } from 'react';
import { layGrid } from '../room/grid.ts';
import { inGridOrder } from '../room/person.ts';
import type { Person } from '../room/person.ts';
import type { Visit } from '../room/visit.ts';
import { words } from '../words/words.ts';
import { Tile } from './tile.tsx';
import { useSize } from './use-size.ts';

const RULES = { widest: 16 / 9, tileWidthMin: 132 };

/** Everybody in equal tiles that fill the space. Those who do not fit are counted in a last tile. */
export function Stage({ people, visit }: { people: readonly Person[]; visit: Visit }) {
  const { ref, size } = useSize<HTMLDivElement>();
  const narrow = size.width < 600;
  const gap = narrow ? 8 : 12;
  const { tileWidth, tileHeight, columns, shown } = layGrid(people.length, size, { ...RULES, gap, narrowest: narrow ? 0.75 : 1 });
  const ordered = inGridOrder(people);
  const visible = shown < ordered.length ? ordered.slice(0, Math.max(1, shown - 1)) : ordered;
  const hidden = ordered.length - visible.length;
  const measures = {
    '--tile-width': `${tileWidth}px`,
    '--tile-height': `${tileHeight}px`,
    '--stage-width': `${columns * tileWidth + (columns - 1) * gap}px`,
    '--stage-gap': `${gap}px`,
  } as CSSProperties;
  return (
    <div ref={ref} className="stage">
      {tileWidth > 0 && (
        <ul className="tiles" aria-label={words.participants} style={measures}>
          {visible.map((person) => (
            <Tile key={person.ref} person={person} visit={visit} />
          ))}
          {hidden > 0 && shown > 1 && <li className="tile tile-more">{words.morePeople(hidden)}</li>}
        </ul>
      )}
      {people.length === 1 && (
        <p className="alone">
          <strong>{words.alone}</strong>
          {words.aloneHelp}
        </p>
      )}
    </div>
  );
}
