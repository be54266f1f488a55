// Which room may import what (docs/architecture.md), read from the import lines of every file.
import { builtinModules } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { type SourceFile, sourceFiles } from './source-files.ts';

const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/app': ['src', 'contract', 'setup', 'clients/cli'],
  'src/server': ['src/server', 'src/core', 'contract'],
  'src/jobs': ['src/jobs', 'src/core', 'contract'],
  'src/scribe': ['src/scribe', 'src/core', 'contract'],
  'src/core': ['src/core', 'src/store', 'contract'],
  'src/store': ['src/store', 'contract'],
  'src/adapters': [
    'src/adapters',
    'src/core/ports.ts',
    'src/core/sound.ts',
    'src/core/timing.ts',
    'contract',
    'setup',
  ],
  'src/engines': [
    'src/engines',
    'bench',
    'src/scribe',
    'src/core/ports.ts',
    'src/core/sound.ts',
    'src/core/timing.ts',
    'contract',
    'setup',
  ],
  contract: ['contract'],
  clients: ['clients', 'contract'],
};

const WIRING = new Set<string>();

const VENDORS: Record<string, readonly string[]> = {
  'livekit-server-sdk': ['src/adapters/livekit-api'],
  '@livekit/protocol': ['src/adapters/livekit-api', 'src/engines/listener'],
  werift: ['src/engines/listener'],
  'libopus-wasm': ['src/engines/listener'],
  'sherpa-onnx-node': ['src/engines/recognizer'],
  'onnxruntime-node': ['src/engines/summarizer', 'src/engines/recognizer'],
  'livekit-client': ['clients/web'],
  'lucide-preact': ['clients/web'],
  preact: ['clients/web'],
  fastify: ['src/server'],
  kysely: ['src/store'],
  pg: ['src/store'],
};

const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.[a-z]+$)/;

function faultsOf(file: SourceFile): string[] {
  const faults: string[] = [];
  if (FORBIDDEN_NAMES.test(file.path)) faults.push(`${file.path}: the name says nothing`);
  const isTest = /\.test\.tsx?$/.test(file.path);
  // A child process needs the PATH; everything else is a setting.
  const reads = /\bprocess\.env\b(?!\['PATH'\])/.test(file.text);
  if (reads && file.path.startsWith('src/') && !file.path.startsWith('src/app/config/') && !isTest)
    faults.push(`${file.path}: reads the environment outside src/app/config`);
  if (isTest || WIRING.has(file.path)) return faults;
  const room = Object.keys(MAY_IMPORT).find((name) => file.path.startsWith(`${name}/`));
  for (const target of file.imports) {
    if (target.startsWith('.')) {
      const path = normalize(join(dirname(file.path), target));
      if (
        room &&
        !MAY_IMPORT[room]?.some((allowed) => path === allowed || path.startsWith(`${allowed}/`))
      )
        faults.push(`${file.path}: ${room} may not import ${path}`);
    } else if (!target.startsWith('node:')) {
      if (builtinModules.includes(target)) faults.push(`${file.path}: write node:${target}`);
      const rooms = VENDORS[target];
      const inProduct = file.path.startsWith('src/') || file.path.startsWith('clients/');
      if (inProduct && rooms && !rooms.some((allowed) => file.path.startsWith(`${allowed}/`)))
        faults.push(`${file.path}: ${target} belongs to ${rooms.join(', ')}`);
    }
  }
  return faults;
}

/** One line a breach. */
export function importRuleFaults(): string[] {
  return sourceFiles().flatMap(faultsOf);
}
