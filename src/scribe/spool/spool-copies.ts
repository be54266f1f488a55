// The spools of a meeting in object storage, for a scribe on another machine when this one is lost. A copy consists of
// one object per piece, named after its samples; a piece of silence is an empty object.
import { randomUUID } from 'node:crypto';
import { appendFile, type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log, ObjectStorePort } from '../../core/ports.ts';
import { BYTES_PER_SAMPLE, SAMPLES_PER_MS } from '../../core/sound.ts';
import { readSilences, type Silences } from './silence-note.ts';
import { lossPath, openSpoolFile, silencePath, spoolPath } from './spool-path.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';

/** The memory that a copy takes: 1 MB. */
const MAX_PIECE_SAMPLES = 30_000 * SAMPLES_PER_MS;
/** Silence this long before a sound becomes its own piece, which does not overwrite what another scribe copied. */
const MIN_SILENCE_SAMPLES = 1_000 * SAMPLES_PER_MS;
const FETCHED_AT_ONCE = 16;
const ONE_SILENT = new Uint8Array(BYTES_PER_SAMPLE);
const SILENCE = 'silence.json';
const LOSSES = 'losses-';
const PIECE = /^(trk_[0-9A-Za-z]{24})\/(\d+)-(\d+)\.(sound|silence)$/;

type SpoolCopiesOptions = {
  store: ObjectStorePort;
  spoolRoot: string;
  meetingRef: string;
  log: Log;
  /** Whether the object storage accepts copies. */
  onStore(works: boolean, meetingRef: string): void;
};

type Written = { trackRef: string; samples: number };
type Piece = Range & { key: string; trackRef: string; isSilent: boolean };

export class SpoolCopies {
  readonly #options: SpoolCopiesOptions;
  /** By track: the number of samples copied. */
  readonly #copied = new Map<string, number>();
  #silences = '';
  #losses = '';
  /** Of its own, so that nobody overwrites what another scribe noted. */
  readonly #lossesKey: string;
  #copying: Promise<void> | undefined;
  #isInTrouble = false;

  constructor(options: SpoolCopiesOptions) {
    this.#options = options;
    this.#lossesKey = `${options.meetingRef}/${LOSSES}${randomUUID()}.jsonl`;
  }

  /** Whether the last copy failed and must be tried again. */
  get isInTrouble(): boolean {
    return this.#isInTrouble;
  }

  /** Copies what is new in the files, unless the last copy is still in progress. */
  copy(written: readonly Written[]): void {
    this.#copying ??= this.#copy(written).finally(() => {
      this.#copying = undefined;
    });
  }

  /** Resolves when no copy is in progress. */
  async idle(): Promise<void> {
    await this.#copying;
  }

  /** Resolves when all that is written is copied, or the storage refused it. */
  async settle(written: readonly Written[]): Promise<void> {
    await this.#copying;
    this.copy(written);
    await this.#copying;
  }

  /**
   * Fetches what this machine lacks of these tracks, each from `fromSample` on, and the losses that others noted.
   * Returns the silences noted last.
   * Rejects when the storage does not answer.
   */
  async fetch(wanted: ReadonlyMap<string, number>): Promise<Silences> {
    const { store, meetingRef } = this.#options;
    const keys = await store.list(`${meetingRef}/`);
    await this.#fetchLosses(keys.filter((key) => key.startsWith(`${meetingRef}/${LOSSES}`)));
    const pieces = keys.flatMap((key) => pieceOf(key, meetingRef));
    for (const [trackRef, ofTrack] of Map.groupBy(pieces, (piece) => piece.trackRef)) {
      const until = Math.max(...ofTrack.map(({ toSample }) => toSample));
      this.#copied.set(trackRef, Math.max(until, this.#copied.get(trackRef) ?? 0));
      const fromSample = wanted.get(trackRef);
      if (fromSample === undefined) continue;
      const missing = ofTrack
        .filter((piece) => !piece.isSilent && piece.toSample > fromSample)
        .sort((a, b) => a.fromSample - b.fromSample);
      await this.#fetchTrack(trackRef, missing, until);
    }
    const noted = keys.includes(`${meetingRef}/${SILENCE}`);
    return noted
      ? readSilences(Buffer.from(await store.get(`${meetingRef}/${SILENCE}`)).toString())
      : new Map();
  }

  async #fetchTrack(trackRef: string, pieces: Piece[], until: number): Promise<void> {
    const { store, spoolRoot, meetingRef } = this.#options;
    const file = await openSpoolFile(spoolPath(spoolRoot, meetingRef, trackRef));
    try {
      while (pieces.length > 0) {
        const fetched = await Promise.all(
          pieces.splice(0, FETCHED_AT_ONCE).map(async (piece) => ({
            position: piece.fromSample * BYTES_PER_SAMPLE,
            bytes: (await hasSound(file, piece)) ? null : await store.get(piece.key),
          })),
        );
        // In order: a fetch that fails leaves no hole.
        for (const { position, bytes } of fetched)
          if (bytes) await file.write(bytes, 0, bytes.length, position);
      }
      const lengthens = (await file.stat()).size < until * BYTES_PER_SAMPLE;
      // Unlike `truncate`, it shortens nothing that was written meanwhile: a fetch may be later than its time limit.
      if (lengthens)
        await file.write(ONE_SILENT, 0, BYTES_PER_SAMPLE, (until - 1) * BYTES_PER_SAMPLE);
    } finally {
      await file.close();
    }
  }

  async #fetchLosses(keys: readonly string[]): Promise<void> {
    const { store, spoolRoot, meetingRef } = this.#options;
    const path = lossPath(spoolRoot, meetingRef);
    if (keys.length > 0) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    for (const key of keys) {
      const here = new Set((await textOf(path)).split('\n'));
      const lines = Buffer.from(await store.get(key))
        .toString()
        .split('\n');
      const missing = lines.filter((line) => !here.has(line));
      if (missing.length > 0) await appendFile(path, `\n${missing.join('\n')}\n`, { mode: 0o600 });
    }
  }

  async #copy(written: readonly Written[]): Promise<void> {
    try {
      const notes = [this.#copySilences(), this.#copyLosses()];
      await Promise.all([...written.map((track) => this.#copyTrack(track)), ...notes]);
      if (this.#isInTrouble) this.#note(null);
      this.#isInTrouble = false;
    } catch (error) {
      if (!this.#isInTrouble) this.#note(error);
      this.#isInTrouble = true;
    }
  }

  async #copyTrack({ trackRef, samples }: Written): Promise<void> {
    const { store, spoolRoot, meetingRef } = this.#options;
    let fromSample = this.#copied.get(trackRef) ?? 0;
    if (fromSample >= samples) return;
    const file = await open(spoolPath(spoolRoot, meetingRef, trackRef), 'r');
    try {
      while (fromSample < samples) {
        const end = Math.min(samples, fromSample + MAX_PIECE_SAMPLES);
        const bytes = await readSamples(file, { fromSample, toSample: end });
        const silent = silentSamples(bytes);
        const isSilent = silent >= Math.min(MIN_SILENCE_SAMPLES, end - fromSample);
        const toSample = isSilent ? fromSample + silent : end;
        const [kind, body] = isSilent ? ['silence', new Uint8Array()] : ['sound', bytes];
        await store.put(`${meetingRef}/${trackRef}/${fromSample}-${toSample}.${kind}`, body);
        this.#copied.set(trackRef, toSample);
        fromSample = toSample;
      }
    } finally {
      await file.close();
    }
  }

  async #copySilences(): Promise<void> {
    const { store, spoolRoot, meetingRef } = this.#options;
    const text = await textOf(silencePath(spoolRoot, meetingRef));
    if (text === this.#silences || readSilences(text).size === 0) return;
    await store.put(`${meetingRef}/${SILENCE}`, Buffer.from(text));
    this.#silences = text;
  }

  /** Unlike the database, the storage may be there when sound is lost. */
  async #copyLosses(): Promise<void> {
    const { store, spoolRoot, meetingRef } = this.#options;
    const text = await textOf(lossPath(spoolRoot, meetingRef));
    // Nothing: there are none, or the disk refuses to be read.
    if (text === '' || text === this.#losses) return;
    await store.put(this.#lossesKey, Buffer.from(text));
    this.#losses = text;
  }

  #note(error: unknown): void {
    const { log, meetingRef, onStore } = this.#options;
    const fields = { component: 'scribe', meetingRef };
    if (error === null) log.info('sound is copied to the object storage again', fields);
    else
      log.error(
        'sound cannot be copied to the object storage: check PARLEY_SPOOL and the AWS_* variables. ' +
          'It stays on this machine until it can be copied',
        { ...fields, error },
      );
    onStore(error === null, meetingRef);
  }
}

/** Empty when there is no such file. */
function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function pieceOf(key: string, meetingRef: string): Piece[] {
  const [, trackRef, from, to, kind] = PIECE.exec(key.slice(meetingRef.length + 1)) ?? [];
  if (trackRef === undefined) return [];
  const range = { fromSample: Number(from), toSample: Number(to) };
  return [{ key, trackRef, ...range, isSilent: kind === 'silence' }];
}

/** A file that ends within the piece has only the beginning of its sound. */
async function hasSound(file: FileHandle, piece: Range): Promise<boolean> {
  if ((await file.stat()).size < piece.toSample * BYTES_PER_SAMPLE) return false;
  return (await readSamples(file, piece)).some((byte) => byte !== 0);
}

/** Padded with zeros when the file ends early. */
async function readSamples(file: FileHandle, range: Range): Promise<Buffer> {
  const bytes = Buffer.alloc((range.toSample - range.fromSample) * BYTES_PER_SAMPLE);
  await file.read(bytes, 0, bytes.length, range.fromSample * BYTES_PER_SAMPLE);
  return bytes;
}

/** The number of silent samples at its start. */
function silentSamples(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return Math.floor((first < 0 ? bytes.length : first) / BYTES_PER_SAMPLE);
}
