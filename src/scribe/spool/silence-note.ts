// How far the silence of a meeting's tracks was heard, in one small file: to make each of their
// spools longer every second costs more.
import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { SampleRange } from './pending-audio.ts';

/** By track: from `fromSample` to `toSample` there was silence. This stays true, whatever comes later. */
export type Silences = ReadonlyMap<string, SampleRange>;

/** The text of a note; nothing where it is not whole. */
export function readSilences(text: string): Silences {
  try {
    const [first, silences, last] = JSON.parse(text) as [number, [string, SampleRange][], number];
    return new Map(first === last ? silences : []);
  } catch {
    return new Map();
  }
}

/** Of each track the silence that was heard further. */
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

  /** What a scribe before us noted last; nothing where it was killed in the middle of it. */
  async read(): Promise<Silences> {
    return readSilences(await readFile(this.#path, 'utf8').catch(() => ''));
  }

  /**
   * In the place of what was noted before; not while that is still being written. It saves a report
   * of a loss, so nobody waits for it.
   */
  write(silences: Silences): void {
    if (silences.size === 0 || this.#writing) return;
    this.#writing = this.#write(silences)
      .catch(() => {})
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** What is being written is in the file, or never will be. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file?.close();
  }

  /**
   * One call to the system: over the old note, with blanks for its rest. The same number stands at
   * both ends of what was written whole.
   */
  async #write(silences: Silences): Promise<void> {
    this.#file ??= await open(this.#path, 'w', 0o600);
    this.#writes += 1;
    const text = JSON.stringify([this.#writes, [...silences], this.#writes]).padEnd(this.#longest);
    this.#longest = text.length;
    await this.#file.write(text, 0);
  }
}
