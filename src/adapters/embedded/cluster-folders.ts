// Names of the cluster's folder and of the folders beside it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const CLUSTER = 'postgres';
/** Not finished yet. */
const DRAFT = '.postgres-';
/** Finished, to replace the old cluster, whose major version follows. */
const UPGRADED = 'postgres-upgraded-from-';
/** The old cluster, which an upgrade keeps; its major version follows. */
const BEFORE_UPGRADE = 'postgres-before-upgrade-';

export const clusterFolder = (parent: string): string => join(parent, CLUSTER);

export const draftPrefix = (parent: string): string => join(parent, DRAFT);

export const upgradedFolder = (parent: string, from: number): string =>
  join(parent, `${UPGRADED}${from}`);

export const keptFolder = (parent: string, from: number): string =>
  join(parent, `${BEFORE_UPGRADE}${from}`);

/** The upgraded cluster that is not in place yet, and the major version that it was made from. */
export function findUpgraded(parent: string): { folder: string; from: number } | undefined {
  const name = readdirSync(parent).find((one) => one.startsWith(UPGRADED));
  return name === undefined
    ? undefined
    : { folder: join(parent, name), from: Number(name.slice(UPGRADED.length)) };
}

export const draftsIn = (parent: string): string[] =>
  readdirSync(parent).filter((name) => name.startsWith(DRAFT));

/** Whether a backup leaves out this name: the cluster in use, which it copies separately, and others. */
export const isClusterName = (name: string): boolean =>
  name === CLUSTER || [DRAFT, UPGRADED, BEFORE_UPGRADE].some((prefix) => name.startsWith(prefix));
