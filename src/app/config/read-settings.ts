// The one place that reads the environment.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { LiveKitOptions } from '../../adapters/livekit-api/livekit-media.ts';
import type { OpenAiServer } from '../../adapters/openai/post-to-server.ts';
import type { TraceOptions } from '../../adapters/otlp/open-traces.ts';
import { type SecondPassEngine, type SpoolOptions, spoolRoot } from '../scribe-options.ts';
import { readEnvFile } from './env-file.ts';
import { faultInSetting, unknownSettings } from './fault-in-setting.ts';
import { faultsTogether, S3_PLACE } from './faults-together.ts';
import { readTraceHeaders } from './trace-headers.ts';
import { modelsByLanguage } from './models-by-language.ts';
import { settingTable, type Values } from './setting-table.ts';

export const ROLES = ['api', 'worker', 'scribe'] as const;
export type Role = (typeof ROLES)[number];
type Environment = Record<string, string | undefined>;

/** What the product runs with. Its shape is that of `settingsOf`, the only place that names it. */
export type Settings = Readonly<ReturnType<typeof settingsOf>>;
export type SummarySettings = Settings['summary'];

/** Lists every fault and its fix, one a line, without the values of secrets. */
export class SettingsFault extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    const list = faults.map((fault) => `  - ${fault}\n`).join('');
    super(
      `The settings cannot be used:\n${list}` +
        'See .env.example for every setting, its default and its unit.',
    );
    this.faults = faults;
  }
}

/**
 * The environment of this process, with a `.env` file of the working directory beneath it. A folder of that name is
 * something else. @throws SettingsFault
 */
export function environment(): Environment {
  if (!existsSync('.env') || statSync('.env').isDirectory()) return process.env;
  let text: string;
  try {
    text = readFileSync('.env', 'utf8');
  } catch {
    throw new SettingsFault(['.env cannot be read: correct its owner or mode.']);
  }
  const { values, faults } = readEnvFile(text);
  if (faults.length > 0) throw new SettingsFault(faults);
  for (const [name, value] of Object.entries(values)) process.env[name] ??= value;
  return process.env;
}

/** @throws SettingsFault */
export function readSettings(env: Environment): Settings {
  const faults = unknownSettings(env);
  const values = new Map<string, string>();
  for (const setting of settingTable) {
    const given = env[setting.name]?.trim();
    const value = given ? given : String(setting.default);
    const fault = given ? faultInSetting(setting, given) : null;
    if (fault) faults.push(`${setting.name} ${fault}`);
    values.set(setting.name, fault ? String(setting.default) : value);
  }
  const given: Values = {
    text: (name) => (values.get(name) ?? '') as never,
    number: (name) => Number(values.get(name)),
  };
  const settings = settingsOf(given, env);
  faults.push(...faultsTogether(given, settings.roles.size < ROLES.length));
  if (faults.length > 0) throw new SettingsFault(faults);
  return settings;
}

function settingsOf(values: Values, env: Environment) {
  const { text, number } = values;
  const publicUrl = text('PARLEY_PUBLIC_URL') || `http://localhost:${number('PARLEY_PORT')}`;
  return {
    host: text('PARLEY_HOST'),
    port: number('PARLEY_PORT'),
    // Headers take only ASCII: a name in another script is written as `xn--`.
    publicUrl: new URL(publicUrl).origin,
    tls: tlsOf(values),
    embedOrigins: text('PARLEY_EMBED_ORIGINS').split(/\s+/).filter(Boolean),
    dataDir: resolve(text('PARLEY_DATA_DIR')),
    spool: spoolOf(values, env),
    roles: rolesOf(text('PARLEY_ROLE')),
    databaseUrl: text('DATABASE_URL') || null,
    media: mediaOf(values),
    embeddedMedia: {
      port: number('PARLEY_MEDIA_PORT'),
      tcpPort: number('PARLEY_MEDIA_TCP_PORT'),
      udpPort: number('PARLEY_MEDIA_UDP_PORT'),
      nodeIp: text('PARLEY_MEDIA_NODE_IP') || null,
    },
    speech: speechOf(values),
    summary: summaryOf(values),
    roomMaxParticipants: number('PARLEY_ROOM_MAX_PARTICIPANTS'),
    emptyRoomSeconds: number('PARLEY_EMPTY_ROOM_SECONDS'),
    noShowSeconds: number('PARLEY_NO_SHOW_SECONDS'),
    maxMeetingSeconds: number('PARLEY_MAX_MEETING_SECONDS'),
    mediaLostSeconds: number('PARLEY_MEDIA_LOST_SECONDS'),
    endingSeconds: number('PARLEY_ENDING_SECONDS'),
    keep: {
      audioDays: number('PARLEY_KEEP_AUDIO_DAYS'),
      transcriptDays: number('PARLEY_KEEP_TRANSCRIPTS_DAYS'),
      meetingDays: number('PARLEY_KEEP_MEETINGS_DAYS'),
      eventDays: number('PARLEY_KEEP_EVENTS_DAYS'),
      auditDays: number('PARLEY_KEEP_AUDIT_DAYS'),
    },
    ops: { host: text('PARLEY_OPS_HOST'), port: number('PARLEY_OPS_PORT') },
    traces: tracesOf(values),
    rates: {
      readPerMinute: number('PARLEY_RATE_READ_PER_MINUTE'),
      writePerMinute: number('PARLEY_RATE_WRITE_PER_MINUTE'),
      authFailuresPerMinute: number('PARLEY_RATE_AUTH_FAILURES_PER_MINUTE'),
      guestPerMinute: number('PARLEY_RATE_GUEST_PER_MINUTE'),
    },
    trustedProxies: text('PARLEY_TRUSTED_PROXIES'),
    webhookAllowPrivate: number('PARLEY_WEBHOOK_ALLOW_PRIVATE') === 1,
    logLevel: text('PARLEY_LOG_LEVEL'),
  };
}

function rolesOf(value: string): ReadonlySet<Role> {
  const names = value.split(',').map((part) => part.trim());
  return new Set(names.includes('all') ? ROLES : ROLES.filter((role) => names.includes(role)));
}

function spoolOf({ text }: Values, env: Environment): SpoolOptions {
  const place = text('PARLEY_SPOOL');
  const inDataFolder = spoolRoot(resolve(text('PARLEY_DATA_DIR')));
  const [, bucket, prefix = ''] = S3_PLACE.exec(place) ?? [];
  if (bucket === undefined) return { root: place ? resolve(place) : inDataFolder, copies: null };
  const isOwnServer = Boolean(env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL']);
  // A server other than Amazon's has no region, but its requests must be signed for one.
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1';
  return { root: inDataFolder, copies: { bucket, prefix, region, isOwnServer } };
}

/** null: no traces are sent. */
function tracesOf({ text }: Values): TraceOptions | null {
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (!endpoint) return null;
  return {
    endpoint,
    headers: readTraceHeaders(text('OTEL_EXPORTER_OTLP_HEADERS')) ?? {},
    serviceName: text('OTEL_SERVICE_NAME'),
  };
}

/** null: a proxy in front handles TLS, or nothing does. */
function tlsOf({ text, number }: Values) {
  const [certFile, keyFile] = [text('PARLEY_TLS_CERT'), text('PARLEY_TLS_KEY')];
  if (!certFile) return null;
  return {
    certFile: resolve(certFile),
    keyFile: resolve(keyFile),
    port: number('PARLEY_TLS_PORT'),
    turnDomain: text('PARLEY_TURN_DOMAIN').toLowerCase() || null,
  };
}

/** null: the embedded media server. */
function mediaOf({ text }: Values): LiveKitOptions | null {
  const [url, apiKey] = [text('LIVEKIT_URL'), text('LIVEKIT_API_KEY')];
  return url ? { url, apiKey, apiSecret: text('LIVEKIT_API_SECRET') } : null;
}

function speechOf({ text, number }: Values) {
  const server: OpenAiServer = {
    url: text('PARLEY_SPEECH_URL'),
    apiKey: text('PARLEY_SPEECH_API_KEY') || null,
    model: text('PARLEY_SPEECH_REMOTE_MODEL'),
  };
  const modelDir = text('PARLEY_SPEECH_MODEL');
  const mode: 'on' | 'off' = text('PARLEY_SPEECH') === 'off' ? 'off' : 'on';
  return {
    mode,
    modelDir: modelDir ? resolve(modelDir) : null,
    languages: modelsByLanguage(text('PARLEY_SPEECH_LANGUAGES')) ?? [],
    recognizers: number('PARLEY_RECOGNISERS') || availableParallelism(),
    listener: text('PARLEY_LISTENER'),
    hasStandby: ['on', '1'].includes(text('PARLEY_SCRIBE_STANDBY')),
    remote: text('PARLEY_SPEECH') === 'openai' ? server : null,
    secondPass: secondPassOf(text('PARLEY_SECOND_PASS'), text('PARLEY_SECOND_PASS_MODEL'), server),
  };
}

function secondPassOf(
  mode: 'off' | 'local' | 'openai',
  modelDir: string,
  server: OpenAiServer,
): SecondPassEngine | null {
  if (mode === 'off') return null;
  return mode === 'local' ? { kind: mode, modelDir: resolve(modelDir) } : { kind: mode, server };
}

function summaryOf({ text, number }: Values) {
  const mode = text('PARLEY_SUMMARY');
  if (mode === 'off') return { mode };
  if (mode !== 'openai') return { mode: 'embedded' as const };
  return {
    mode,
    url: text('PARLEY_SUMMARY_URL'),
    apiKey: text('PARLEY_SUMMARY_API_KEY') || null,
    model: text('PARLEY_SUMMARY_MODEL'),
    contextTokens: number('PARLEY_SUMMARY_CONTEXT_TOKENS'),
  };
}
