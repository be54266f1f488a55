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
