// Several engines side by side, chosen by the language of a meeting.
import type {
  EngineChoice,
  RecognizedRange,
  RecognizerHealth,
  RecognizerPort,
  SpokenMeeting,
  SpoolRange,
  Words,
} from '../../../core/ports.ts';
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';
import { MeetingLanguage } from './meeting-language.ts';

/** How long a final result waits for the language of its meeting to be clear. */
const MAX_WAIT_MS = 10_000;
/** More meetings than a scribe attends: the most recent ones are remembered. */
const MAX_MEETINGS = 1_000;

type Engine = RecognizerPort & { stop(): Promise<void> };
type OfMeeting = Pick<SpoolRange, 'meetingRef' | 'languageCode'>;
export type ByLanguageOptions = {
  /** Detects voices, and transcribes what no other engine is responsible for. */
  first: Engine;
  /** ISO 639. */
  others: ReadonlyMap<string, Engine>;
  maxWaitMs?: number;
};

/**
 * Each meeting is transcribed by the engine for its language. If the client named no language, an engine that detects
 * languages transcribes the first half minute; from then on the meeting is in the detected language.
 */
export function recognizerByLanguage(options: ByLanguageOptions): Engine {
  const { first, others } = options;
  const detector = [first, ...others.values()].find(({ detectsLanguage }) => detectsLanguage);
  if (others.size === 0 && !detector) return first;
  const router = new LanguageRouter(options, detector);
  return {
    engine: first.engine,
    languages: router.languages,
    ...(first.isMetered && { isMetered: true as const }),
    choiceFor: (meetingRef, languageCode) => router.choiceFor(meetingRef, languageCode),
    health: () => joinedHealth(first, others),
    prepare: (meeting) => router.prepare(meeting),
    scan: (range) => first.scan(range),
    transcribe: (range, signal) => router.transcribe(range, signal),
    transcribeInterim: (range, isFirst) => router.transcribeInterim(range, isFirst),
    expectEnd: (trackRef, inMs) => {
      for (const engine of router.engines) engine.expectEnd(trackRef, inMs);
    },
    stop: () => router.stop(),
  };
}

class LanguageRouter {
  readonly engines: ReadonlySet<Engine>;
  readonly languages: readonly string[] | null;
  readonly #options: ByLanguageOptions;
  readonly #detector: Engine | undefined;
  readonly #meetings = new Map<string, MeetingLanguage>();

  constructor(options: ByLanguageOptions, detector: Engine | undefined) {
    const { first, others } = options;
    this.#options = options;
    this.#detector = detector;
    this.engines = new Set([first, ...others.values()]);
    this.languages = first.languages && [...new Set([...first.languages, ...others.keys()])];
  }

  async transcribe(range: SpoolRange, signal?: AbortSignal): Promise<Words> {
    const detector = this.#detector;
    const languageCode = this.#languageOf(range);
    if (languageCode !== null || !detector)
      return this.#engineOf(languageCode).transcribe({ ...range, languageCode }, signal);
    const words = await detector.transcribe(range, signal);
    if (words.text === '') return words;
    const meeting = this.#meeting(range.meetingRef);
    hearRange(meeting, { ...range, ...words });
    // An engine that reports no language, like some servers, will report none later either.
    const found =
      words.languageCode === null
        ? meeting.likeliest()
        : await meeting.whenClear(this.#options.maxWaitMs ?? MAX_WAIT_MS, signal);
    if (found === null) return words;
    const engine = this.#engineOf(found);
    // Transcribing the same words again would only cost money.
    if (engine === detector && (words.languageCode === found || detector.isMetered)) return words;
    return engine.transcribe({ ...range, languageCode: found }, signal);
  }

  async transcribeInterim(range: SpoolRange, isFirst: boolean): Promise<Words | null> {
    const languageCode = this.#likeliestOf(range);
    return this.#hearerOf(languageCode).transcribeInterim({ ...range, languageCode }, isFirst);
  }

  /** Includes the first engine, which detects voices. */
  prepare(meeting?: SpokenMeeting): void {
    const engines = new Set([this.#options.first]);
    if (meeting) {
      for (const one of meeting.recognized ?? []) hearRange(this.#meeting(meeting.meetingRef), one);
      engines.add(this.#hearerOf(this.#languageOf(meeting)));
      engines.add(this.#hearerOf(this.#likeliestOf(meeting)));
    }
    for (const engine of engines) engine.prepare();
  }

  choiceFor(meetingRef: string, named: string | null): EngineChoice {
    const languageCode = this.#likeliestOf({ meetingRef, languageCode: named });
    return { engine: this.#hearerOf(languageCode).engine, languageCode };
  }

  async stop(): Promise<void> {
    for (const meeting of this.#meetings.values()) meeting.release();
    await Promise.all([...this.engines].map((engine) => engine.stop()));
  }

  /** As named by the client, else as detected in the first half minute. */
  #languageOf({ languageCode = null, meetingRef }: OfMeeting): string | null {
    return languageCode ?? this.#meetings.get(meetingRef)?.settled ?? null;
  }

  #likeliestOf({ languageCode = null, meetingRef }: OfMeeting): string | null {
    return languageCode ?? this.#meetings.get(meetingRef)?.likeliest() ?? null;
  }

  /** The engine for that language, or for meetings whose language is unknown. */
  #hearerOf(languageCode: string | null): Engine {
    return languageCode === null
      ? (this.#detector ?? this.#options.first)
      : this.#engineOf(languageCode);
  }

  #engineOf(languageCode: string | null): Engine {
    const { first, others } = this.#options;
    const language = /^[a-z]+/i.exec(languageCode ?? '')?.[0].toLowerCase() ?? '';
    return others.get(language) ?? first;
  }

  #meeting(meetingRef: string): MeetingLanguage {
    const known = this.#meetings.get(meetingRef) ?? new MeetingLanguage(this.languages);
    this.#meetings.delete(meetingRef);
    this.#meetings.set(meetingRef, known);
    const [oldest] = this.#meetings.keys();
    if (this.#meetings.size > MAX_MEETINGS && oldest !== undefined) this.#meetings.delete(oldest);
    return known;
  }
}

function hearRange(
  meeting: MeetingLanguage,
  { trackRef, fromSample, toSample, ...words }: RecognizedRange,
): void {
  meeting.hear(`${trackRef}:${fromSample}`, (toSample - fromSample) / SAMPLE_RATE_HZ, words);
}

/** A failed engine for one language does not delay other meetings. */
function joinedHealth(first: Engine, others: ReadonlyMap<string, Engine>): RecognizerHealth {
  const health = first.health();
  if (health.status !== 'ok') return health;
  for (const [language, engine] of others) {
    const { status, detail } = engine.health();
    if (status !== 'unavailable' && status !== 'degraded') continue;
    const words = `Meetings in the language ${language} are not transcribed at the moment. ${detail ?? ''}`;
    return { status: 'degraded', detail: words.trim() };
  }
  return health;
}
