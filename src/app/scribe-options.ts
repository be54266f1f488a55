import { join } from 'node:path';
import type { LiveKitOptions } from '../adapters/livekit-api/livekit-media.ts';
import type { OpenAiServer } from '../adapters/openai/post-to-server.ts';
import type { TraceOptions } from '../adapters/otlp/open-traces.ts';
import type { S3Place } from '../adapters/s3/s3-store.ts';
import type { CoreSettings } from '../core/context.ts';
import type { Log } from '../core/ports.ts';

/** A model for the meetings in one language, ISO 639. */
export type LanguageModel = { languageCode: string; modelDir: string };

/** `remote`: that server transcribes, and only voice detection runs here. */
export type SpeechEngine = {
  modelDir: string;
  vadPath: string;
  /** The most processes of the local engine. */
  recognizers: number;
  /** Nobody waits for the words: accuracy matters more than speed. */
  isBatch?: boolean;
  remote: OpenAiServer | null;
  /** In addition to that engine. */
  languages: readonly LanguageModel[];
};

export type SecondPassEngine =
  { kind: 'local'; modelDir: string } | { kind: 'openai'; server: OpenAiServer };

/** Where untranscribed sound is kept. `copies`: a bucket that also has it. */
export type SpoolOptions = { root: string; copies: S3Place | null };

/** Where spools are unless PARLEY_SPOOL names another folder: `<data folder>/spool`. */
export function spoolRoot(dataDir: string): string {
  return join(dataDir, 'spool');
}

/** The first message from the parent to a scribe process. */
export type ScribeOptions = SpeechEngine & {
  /** Transcribes meetings again after their end. */
  secondPass: SecondPassEngine | null;
  databaseUrl: string;
  media: LiveKitOptions;
  /** PARLEY_LISTENER. */
  listener: 'own' | 'livekit';
  spool: SpoolOptions;
  /** The name under which it leases tasks. */
  holder: string;
  /** PARLEY_SCRIBE_STANDBY: each meeting has a second scribe. */
  hasStandby: boolean;
  /** No other process could continue a meeting when this one stops. */
  isAlone: boolean;
  /** Attends only meetings it stands by for or that nobody else takes: the second scribe of one machine. */
  isReserve: boolean;
  coreSettings: CoreSettings;
  /** Where traces are sent; null: nowhere. */
  traces: TraceOptions | null;
  logLevel: keyof Log;
};
