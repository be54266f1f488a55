import { join } from 'node:path';
import type { CoreSettings } from '../../core/context.ts';
import type { Engine } from '../../core/ports.ts';

/** A server with /v1/audio/transcriptions. */
export type SpeechServer = { url: string; apiKey: string | null; model: string };

/** A model for the meetings in one language, ISO 639. */
export type LanguageModel = { languageCode: string; modelDir: string };

/** `remote`: words come from that server, and only voices are detected here. */
export type SpeechEngine = {
  modelDir: string;
  vadPath: string;
  /** Processes of the local engine at most. */
  recognizers: number;
  remote: SpeechServer | null;
  /** Beside that engine. */
  languages: readonly LanguageModel[];
};

export type SecondPassEngine =
  { kind: 'local'; modelDir: string } | { kind: 'openai'; server: SpeechServer };

/**
 * Where sound without words is kept. `copies`: a bucket that also has it; its variables are the standard `AWS_*` ones,
 * for the environment of the scribe process.
 */
export type SpoolOptions = {
  root: string;
  copies: {
    bucket: string;
    prefix: string;
    region: string;
    isOwnServer: boolean;
    variables: Record<string, string>;
  } | null;
};

/** Where spools are unless PARLEY_SPOOL names another folder: `<data folder>/spool`. */
export function spoolRoot(dataDir: string): string {
  return join(dataDir, 'spool');
}

/** What a scribe process is told by its parent, as its first message. */
export type ScribeOptions = SpeechEngine & {
  /** Hears meetings again after their end. */
  secondPass: SecondPassEngine | null;
  databaseUrl: string;
  media: { url: string; apiKey: string; apiSecret: string };
  /** PARLEY_LISTENER. */
  listener: 'own' | 'livekit';
  spool: SpoolOptions;
  /** Name under which it leases tasks. */
  holder: string;
  /** PARLEY_SCRIBE_STANDBY: each meeting has a second scribe. */
  hasStandby: boolean;
  /** No other process could go on with a meeting when this one stops. */
  isAlone: boolean;
  /** Attends only what it stands by for, and what nobody else takes: the second scribe of one machine. */
  isReserve: boolean;
  coreSettings: CoreSettings;
  /** Where traces go; null for nowhere. */
  traces: { endpoint: string; headers: Record<string, string>; serviceName: string } | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
};

/** What it tells its parent, every few seconds and on change. */
export type ScribeHealth = {
  kind: 'health';
  status: 'starting' | 'ok' | 'degraded' | 'unavailable';
  engine: Engine | null;
  /** A sentence for the operator: what is wrong and what to do; null when all is well. */
  detail: string | null;
};
