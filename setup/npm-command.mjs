import { SetupFault } from './fault.mjs';
import { findOnPath } from './program.mjs';

export const OLDEST_NODE = 20;

/** The npm that runs us, or else the one on PATH: a program and its first arguments. */
export function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script !== undefined && /\.c?js$/.test(script)) return [node ?? process.execPath, [script]];
  const npm = findOnPath('npm');
  if (npm === undefined)
    throw new SetupFault('npm was not found', {
      fix: [`install Node ${OLDEST_NODE} or newer with npm`],
    });
  return [npm, []];
}
