import { type FileHandle, stat } from 'node:fs/promises';
import { BYTES_PER_SAMPLE } from '../../core/sound.ts';
import type { WaitingPiece } from './waiting-sound.ts';
import { openSpoolFile } from './spool-path.ts';

/** The file of a spool: 16 kHz mono s16le, append-only. */
export class SpoolFile {
  readonly #path: string;
  /** Null: at rest. */
  #file: Promise<FileHandle> | null;
  #isClosed = false;
  #sampleCount: number;
  /** Whether sound was written since the last sync. Silence can be restored. */
  #isUnsynced = false;

  private constructor(path: string, file: FileHandle, samples: number) {
    this.#path = path;
    this.#file = Promise.resolve(file);
    this.#sampleCount = samples;
  }

  /** Opens or creates the file. Half a sample at its end, left by a kill, is cut off. */
  static async open(path: string): Promise<SpoolFile> {
    const file = await openSpoolFile(path);
    const { size } = await file.stat();
    if (size % BYTES_PER_SAMPLE !== 0) await file.truncate(size - (size % BYTES_PER_SAMPLE));
    return new SpoolFile(path, file, Math.floor(size / BYTES_PER_SAMPLE));
  }

  /** The number of samples that a reader finds in it. */
  get samples(): number {
    return this.#sampleCount;
  }

  get isUnsynced(): boolean {
    return this.#isUnsynced;
  }

  async write({ fromSample, samples, bytes }: WaitingPiece): Promise<void> {
    // The extended part reads as zeros and takes no disk space.
    if (bytes) await this.#writeAll(bytes, fromSample * BYTES_PER_SAMPLE);
    else await (await this.#opened()).truncate((fromSample + samples) * BYTES_PER_SAMPLE);
    this.#sampleCount = fromSample + samples;
  }

  /** Its last `samples`; fewer where it is shorter. */
  async end(samples: number): Promise<Int16Array> {
    const end = new Int16Array(Math.min(this.#sampleCount, samples));
    const position = (this.#sampleCount - end.length) * BYTES_PER_SAMPLE;
    await (await this.#opened()).read(end, 0, end.byteLength, position);
    return end;
  }

  /** Makes written data survive a power failure. */
  async sync(): Promise<void> {
    if (!this.#isUnsynced) return;
    this.#isUnsynced = false;
    await this.#opened()
      .then((file) => file.datasync())
      .catch(() => {});
  }

  /** Holds no file open until it is used again. */
  async rest(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await (await file)?.close();
  }

  /** What is written later fails: the file may be another scribe's. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.rest();
  }

  async #opened(): Promise<FileHandle> {
    if (this.#isClosed) throw new Error('the spool file is closed');
    this.#file ??= openSpoolFile(this.#path).catch((error: unknown) => {
      this.#file = null;
      throw error;
    });
    return this.#file;
  }

  async #writeAll(bytes: Buffer, position: number): Promise<void> {
    const file = await this.#opened();
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
      this.#isUnsynced = true;
    }
  }
}

/** The number of samples in a spool file; 0 when there is none. */
export async function samplesIn(path: string): Promise<number> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  return Math.floor(size / BYTES_PER_SAMPLE);
}
