import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { say, size } from './progress.mjs';

const ANSWER_SECONDS = 20;
const STALL_SECONDS = 30;
const REPORT_EVERY_MS = 5000;

/**
 * Downloads to `path` (a temporary name; the caller checks the file). Throws on any answer but 200,
 * silence or a stall.
 */
export async function download(url, path, stepName) {
  const stop = new AbortController();
  const give = (seconds, what) =>
    setTimeout(
      () => stop.abort(new Error(`${new URL(url).host}: ${what} for ${seconds} s`)),
      seconds * 1000,
    );
  let timer = give(ANSWER_SECONDS, 'no answer');
  try {
    const answer = await fetch(url, { signal: stop.signal, redirect: 'follow' });
    if (answer.status !== 200 || answer.body === null)
      throw new Error(`${new URL(url).host} answered ${answer.status}`);
    const total = Number(answer.headers.get('content-length') ?? 0);
    let [got, reported] = [0, Date.now()];
    const meter = new Transform({
      transform(chunk, _encoding, done) {
        got += chunk.length;
        clearTimeout(timer);
        timer = give(STALL_SECONDS, 'no data');
        if (Date.now() - reported > REPORT_EVERY_MS) {
          reported = Date.now();
          say(`${stepName}: ${size(got)}${total > 0 ? ` of ${size(total)}` : ''}`);
        }
        done(null, chunk);
      },
    });
    await pipeline(Readable.fromWeb(answer.body), meter, createWriteStream(path), {
      signal: stop.signal,
    });
    return got;
  } finally {
    clearTimeout(timer);
  }
}
