/** Dependencies that the page build reads and the service never loads. */
const OF_THE_PAGES = [
  '@scalar/fastify-api-reference',
  'livekit-client',
  'lucide-preact',
  'preact',
  'vite',
];

/**
 * @typedef {object} LockedPackage
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/**
 * The paths in package-lock.json of these packages and of what only they need, such as `node_modules/vite`.
 * @param {{ packages: Record<string, LockedPackage> }} lockfile
 * @returns {string[]}
 */
export function pageOnlyPackages({ packages }) {
  const { dependencies, optionalDependencies } = packages[''];
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const service = reached(
    packages,
    names.filter((name) => !OF_THE_PAGES.includes(name)),
  );
  return [...reached(packages, OF_THE_PAGES)].filter((path) => !service.has(path));
}

function reached(packages, names) {
  const found = new Set();
  const next = names.map((name) => placeOf(packages, '', name));
  while (next.length > 0) {
    const path = next.pop();
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path];
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    }))
      next.push(placeOf(packages, path, name));
  }
  return found;
}

/** As Node resolves a name: in the package's own node_modules, then outward. */
function placeOf(packages, from, name) {
  const path = `${from}${from === '' ? '' : '/'}node_modules/${name}`;
  if (packages[path] !== undefined) return path;
  if (from === '') return undefined;
  return placeOf(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}
