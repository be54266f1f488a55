// The one place that reads the environment.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { SecondPassEngine, SpeechServer } from '../../scribe/session/scribe-options.ts';
import { faultInSetting, unknownSettings } from './fault-in-setting.ts';
import { faultsTogether } from './faults-together.ts';
import { type SettingName, settingTable } from './setting-table.ts';

export type Role = 'api' | 'worker' | 'scribe';

export type SummarySettings =
  | { mode: 'embedded' }
  | { mode: 'off' }
  | { mode: 'openai'; url: string; apiKey: string | null; model: string; contextTokens: number };

export type Settings = {
  host: string;
  port: number;
  publicUrl: string;
  embedOrigins: readonly string[];
  dataDir: string;
  roles: ReadonlySet<Role>;
  databaseUrl: string | null;
  media: { url: string; apiKey: string; apiSecret: string } | null;
  embeddedMedia: { port: number; tcpPort: number; udpPort: number; nodeIp: string | null };
  speech: {
    mode: 'on' | 'off';
    modelDir: string | null;
    recognizers: number;
    remote: SpeechServer | null;
    secondPass: SecondPassEngine | null;
  };
  summary: SummarySettings;
  roomMaxParticipants: number;
  emptyRoomSeconds: number;
  noShowSeconds: number;
  maxMeetingSeconds: number;
  mediaLostSeconds: number;
  endingSeconds: number;
  keep: { audioDays: number; transcriptDays: number; meetingDays: number; eventDays: number };
  ops: { host: string; port: number };
  rates: {
    readPerMinute: number;
    writePerMinute: number;
    authFailuresPerMinute: number;
    guestPerMinute: number;
  };
  trustedProxies: string;
  webhookAllowPrivate: boolean;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
};

/** Says every fault and its mend, one a line, without values of secrets. */
export class SettingsFault extends Error {
  constructor(faults: string[]) {
    const list = faults.map((fault) => `  - ${fault}\n`).join('');
    super(
      `The settings cannot be used:\n${list}` +
        'See .env.example for every setting, its default and its unit.',
    );
  }
}

/** The environment of this process, with a `.env` file of the working directory beneath it. */
export function environment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** @throws SettingsFault */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const faults = unknownSettings(env);
  const values = new Map<string, string>();
  for (const setting of settingTable) {
    const given = env[setting.name]?.trim();
    const value = given ? given : String(setting.default);
    const fault = given ? faultInSetting(setting, given) : null;
    if (fault) faults.push(`${setting.name} ${fault}`);
    values.set(setting.name, fault ? String(setting.default) : value);
  }
  const text = (name: SettingName) => values.get(name) ?? '';
  const number = (name: SettingName) => Number(text(name));
  const roles = rolesOf(text('PARLEY_ROLE'));
  faults.push(
    ...faultsTogether(text, number, roles.size < 3 || !text('PARLEY_ROLE').includes('all')),
  );
  if (faults.length > 0) throw new SettingsFault(faults);
  return {
    host: text('PARLEY_HOST'),
    port: number('PARLEY_PORT'),
    publicUrl: (text('PARLEY_PUBLIC_URL') || `http://localhost:${text('PARLEY_PORT')}`).replace(
      /\/+$/,
      '',
    ),
    embedOrigins: text('PARLEY_EMBED_ORIGINS').split(/\s+/).filter(Boolean),
    dataDir: resolve(text('PARLEY_DATA_DIR')),
    roles,
    databaseUrl: text('DATABASE_URL') || null,
    media: text('LIVEKIT_URL')
      ? {
          url: text('LIVEKIT_URL'),
          apiKey: text('LIVEKIT_API_KEY'),
          apiSecret: text('LIVEKIT_API_SECRET'),
        }
      : null,
    embeddedMedia: {
      port: number('PARLEY_MEDIA_PORT'),
      tcpPort: number('PARLEY_MEDIA_TCP_PORT'),
      udpPort: number('PARLEY_MEDIA_UDP_PORT'),
      nodeIp: text('PARLEY_MEDIA_NODE_IP') || null,
    },
    speech: {
      mode: text('PARLEY_SPEECH') === 'off' ? 'off' : 'on',
      modelDir: text('PARLEY_SPEECH_MODEL') ? resolve(text('PARLEY_SPEECH_MODEL')) : null,
      recognizers: number('PARLEY_RECOGNISERS') || availableParallelism(),
      remote: text('PARLEY_SPEECH') === 'openai' ? speechServerOf(text) : null,
      secondPass: secondPassOf(text),
    },
    summary: summaryOf(text, number),
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
    },
    ops: { host: text('PARLEY_OPS_HOST'), port: number('PARLEY_OPS_PORT') },
    rates: {
      readPerMinute: number('PARLEY_RATE_READ_PER_MINUTE'),
      writePerMinute: number('PARLEY_RATE_WRITE_PER_MINUTE'),
      authFailuresPerMinute: number('PARLEY_RATE_AUTH_FAILURES_PER_MINUTE'),
      guestPerMinute: number('PARLEY_RATE_GUEST_PER_MINUTE'),
    },
    trustedProxies: text('PARLEY_TRUSTED_PROXIES'),
    webhookAllowPrivate: number('PARLEY_WEBHOOK_ALLOW_PRIVATE') === 1,
    logLevel: text('PARLEY_LOG_LEVEL') as Settings['logLevel'],
  };
}

function rolesOf(value: string): Set<Role> {
  const names = value.split(',').map((part) => part.trim());
  return new Set<Role>(names.includes('all') ? ['api', 'worker', 'scribe'] : (names as Role[]));
}

function speechServerOf(text: (name: SettingName) => string): SpeechServer {
  return {
    url: text('PARLEY_SPEECH_URL'),
    apiKey: text('PARLEY_SPEECH_API_KEY') || null,
    model: text('PARLEY_SPEECH_REMOTE_MODEL'),
  };
}

function secondPassOf(text: (name: SettingName) => string): Settings['speech']['secondPass'] {
  switch (text('PARLEY_SECOND_PASS')) {
    case 'local':
      return { kind: 'local', modelDir: resolve(text('PARLEY_SECOND_PASS_MODEL')) };
    case 'openai':
      return { kind: 'openai', server: speechServerOf(text) };
    default:
      return null;
  }
}

function summaryOf(
  text: (name: SettingName) => string,
  number: (name: SettingName) => number,
): SummarySettings {
  switch (text('PARLEY_SUMMARY')) {
    case 'off':
      return { mode: 'off' };
    case 'openai':
      return {
        mode: 'openai',
        url: text('PARLEY_SUMMARY_URL'),
        apiKey: text('PARLEY_SUMMARY_API_KEY') || null,
        model: text('PARLEY_SUMMARY_MODEL'),
        contextTokens: number('PARLEY_SUMMARY_CONTEXT_TOKENS'),
      };
    default:
      return { mode: 'embedded' };
  }
}
