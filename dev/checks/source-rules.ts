// House rules about source files that the linter cannot express; which layer may import which is in .oxlintrc.json.
import { builtinModules } from 'node:module';
import { dirname } from 'node:path';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const MAX_LINE_CHARACTERS = 120;
const MAX_FILES_IN_FOLDER = 25;

/** A vendor's package is imported in its own folder, or file, only. */
const VENDORS: Record<string, readonly string[]> = {
  'livekit-server-sdk': ['src/adapters/livekit-api'],
  '@livekit/protocol': ['src/adapters/livekit-api', 'src/engines/listener'],
  '@livekit/rtc-node': ['src/adapters/livekit-rtc'],
  '@bufbuild/protobuf': ['src/adapters/livekit-api', 'src/engines/recognizer/conversion'],
  werift: ['src/engines/listener'],
  '@opentelemetry/api': ['src/adapters/otlp'],
  '@opentelemetry/sdk-trace': ['src/adapters/otlp'],
  '@aws-sdk/client-s3': ['src/adapters/s3'],
  'libopus-wasm': ['src/engines/listener'],
  'sherpa-onnx-node': ['src/engines/recognizer'],
  'onnxruntime-node': ['src/engines/onnx'],
  'livekit-client': ['clients/web'],
  'lucide-preact': ['clients/web'],
  preact: ['clients/web'],
  fastify: ['src/server', 'clients/web/vite.config.ts'],
  marked: ['src/server/docs'],
  kysely: ['src/store'],
  pg: ['src/store'],
  'pg-copy-streams': ['src/store'],
};

const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.[a-z]+$)/;
/** Words of our own that had a name in the field, British spellings, and bounds that are not MAX_ or MIN_. */
const PLAIN_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:MOST|LEAST|LONGEST)_[A-Z]|\bconst (?!DEFAULT_)[A-Z_]+_(?:MAX|MIN)(?![A-Z])/,
    'name a bound MAX_ or MIN_',
  ],
  [/\bglimpses?\b/i, 'say interim result'],
  [/\bundertakings?\b/i, 'say commitment'],
  [/\blikings\b/i, 'say preferences'],
  [/\brecogniser|\bsummaris|\bbehaviour|\bcentre\b/i, 'spell it the American way'],
];

const GENERATED = 'contract/generated/';

/** One line per breach. */
export function sourceRuleFaults(): string[] {
  const files = sourceFiles().filter(({ path }) => !path.startsWith(GENERATED));
  const others = filesOf(['*.py', '*.go', '*.css', '*.html']);
  return [...files.flatMap(faultsOf), ...others.flatMap(longLines), ...fullFolders(files)];
}

function faultsOf(file: SourceFile): string[] {
  const isTest = /\.test\.tsx?$/.test(file.path);
  return [
    ...(FORBIDDEN_NAMES.test(file.path) ? [`${file.path}: the name says nothing`] : []),
    ...longLines(file),
    ...wordFaults(file),
    ...migrationFaults(file),
    ...(isTest ? [] : [...environmentFaults(file), ...packageFaults(file), ...pageFaults(file)]),
  ];
}

function longLines({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  return text.split('\n').flatMap((line, index) => {
    const isLong = line.length > MAX_LINE_CHARACTERS;
    return isLong ? [`${path}:${index + 1}: longer than ${MAX_LINE_CHARACTERS} characters`] : [];
  });
}

function wordFaults({ path, text }: SourceFile): string[] {
  if (path === 'dev/checks/source-rules.ts') return [];
  const lines = text.split('\n');
  return PLAIN_WORDS.flatMap(([word, advice]) => {
    const line = lines.findIndex((one) => word.test(one));
    return line < 0 ? [] : [`${path}:${line + 1}: ${advice}`];
  });
}

/** What the previous release, which may run beside this one, still reads. */
const CONTRACTION =
  /\bdrop\s+(?:column|table|view)\b|\brename\b|\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i;
const CONTRACTION_MARK = /^\/\/ Contracts: \S/m;

/** Releases run side by side on one database: what is dropped must have been unused for a release. */
export function migrationFaults({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  if (!path.startsWith('src/store/migrations/')) return [];
  const found = CONTRACTION.exec(text);
  if (!found || CONTRACTION_MARK.test(text)) return [];
  return [
    `${path}: "${found[0]}" breaks the release before; once that one does without, say so: // Contracts: ...`,
  ];
}

/** A child process inherits the environment, or needs the PATH; everything else is a setting. */
function environmentFaults({ path, text }: SourceFile): string[] {
  const isSettings = !path.startsWith('src/') || path.startsWith('src/app/config/');
  const reads = /(?<!\.\.\.)\bprocess\.env\b(?!\['(?:PATH|ORT_DISABLE_TELEMETRY)'\])/;
  if (isSettings || !reads.test(text)) return [];
  return [`${path}: reads the environment outside src/app/config`];
}

export function packageFaults({ path, imports }: Pick<SourceFile, 'path' | 'imports'>): string[] {
  if (!path.startsWith('src/') && !path.startsWith('clients/')) return [];
  return imports.flatMap((module) => {
    if (!module.startsWith('node:') && builtinModules.includes(module))
      return [`${path}: write node:${module}`];
    const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(module) ?? [];
    const folders = VENDORS[name];
    if (!folders || folders.some((place) => `${path}/`.startsWith(`${place}/`))) return [];
    return [`${path}: ${name} belongs to ${folders.join(', ')}`];
  });
}

/** Methods that browsers of 2022 lack. The build of the pages translates newer syntax, and adds no methods. */
const NEWER_METHODS = /\.(?:toSorted|toReversed|toSpliced|with|withResolvers|groupBy|fromAsync)\(/;

/** Phones that are still in use cannot be updated beyond iOS 15. */
export function pageFaults({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  const found = path.startsWith('clients/web/src/') ? NEWER_METHODS.exec(text) : null;
  return found ? [`${path}: older phones lack "${found[0]}"`] : [];
}

function fullFolders(files: readonly SourceFile[]): string[] {
  return [...Map.groupBy(files, ({ path }) => dirname(path))]
    .filter(([, inside]) => inside.length > MAX_FILES_IN_FOLDER)
    .map(([folder, { length }]) => `${folder}: ${length} source files`);
}

type SourceFile = { path: string; text: string; imports: string[] };

/** Every TypeScript and JavaScript file. */
export function sourceFiles(): SourceFile[] {
  return filesOf(['*.ts', '*.tsx', '*.mts', '*.mjs']).map(({ path, text }) => ({
    path,
    text,
    imports: [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
      (match) => match[1] ?? '',
    ),
  }));
}

/** The files that git knows or does not ignore, by path from the root. */
function filesOf(patterns: readonly string[]): Pick<SourceFile, 'path' | 'text'>[] {
  const options = ['ls-files', '-co', '--exclude-standard', '--', ...patterns];
  return execFileSync('git', options, { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
