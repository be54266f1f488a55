// How far the silence on a meeting's tracks was received, in one small file: extending each of
// their spools every second would cost more.
import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { Range } from '../../core/transcript/cut-utterances.ts';

/** By track: from `fromSample` to `toSample` there was silence. Later sound does not change this. */
export type Silences = ReadonlyMap<string, Range>;

/** The content of a note; empty when it is incomplete. */
export function readSilences(text: string): Silences {
  try {
    const [first, silences, last] = JSON.parse(text) as [number, [string, Range][], number];
    return new Map(first === last ? silences : []);
  } catch {
    return new Map();
  }
}

/** For each track the silence that reaches further. */
export function joinSilences(one: Silences, other: Silences): Silences {
  const joined = new Map(one);
  for (const [trackRef, silence] of other)
    if (silence.toSample > (joined.get(trackRef)?.toSample ?? 0)) joined.set(trackRef, silence);
  return joined;
}

export class SilenceNote {
  readonly #path: string;
  #file: FileHandle | undefined;
  #writes = 0;
  #longest = 0;
  #writing: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The last note of an earlier scribe; empty if it was killed while writing. */
  async read(): Promise<Silences> {
    return readSilences(await readFile(this.#path, 'utf8').catch(() => ''));
  }

  /**
   * Replaces the previous note, unless that is still being written. A note only prevents a false
   * report of a loss, so callers do not wait.
   */
  write(silences: Silences): void {
    if (silences.size === 0 || this.#writing) return;
    this.#writing = this.#write(silences)
      .catch(() => {})
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** Resolves when the write in progress has finished or failed. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file?.close();
  }

  /**
   * One system call overwrites the old note and pads it with blanks. A complete note has the same
   * number at both ends.
   */
  async #write(silences: Silences): Promise<void> {
    this.#file ??= await open(this.#path, 'w', 0o600);
    this.#writes += 1;
    const text = JSON.stringify([this.#writes, [...silences], this.#writes]).padEnd(this.#longest);
    this.#longest = text.length;
    await this.#file.write(text, 0);
  }
}
