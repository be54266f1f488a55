import { Transform } from 'node:stream';

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * What a WebSocket client sends (RFC 6455, 5.2: masked frames, after the HTTP head), each message
 * changed without changing its length.
 */
export function changeMaskedFrames(change: (message: string) => string): Transform {
  let held = Buffer.alloc(0);
  let isHeadSent = false;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      held = Buffer.concat([held, bytes]);
      if (!isHeadSent) {
        const end = held.indexOf(HEAD_END);
        if (end < 0) return done();
        isHeadSent = true;
        this.push(held.subarray(0, end + HEAD_END.length));
        held = held.subarray(end + HEAD_END.length);
      }
      for (let frame = frameIn(held); frame; frame = frameIn(held)) {
        this.push(changed(Buffer.from(held.subarray(0, frame.end)), frame.start, change));
        held = held.subarray(frame.end);
      }
      done();
    },
  });
}

/** Where the message of the first frame begins and ends; null while it is not whole. */
function frameIn(bytes: Buffer): { start: number; end: number } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] ?? 0) & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + lengthBytes + 4;
  if (bytes.length < start) return null;
  const length =
    lengthBytes === 2
      ? bytes.readUInt16BE(2)
      : lengthBytes === 8
        ? Number(bytes.readBigUInt64BE(2))
        : short;
  return bytes.length < start + length ? null : { start, end: start + length };
}

function changed(frame: Buffer, start: number, change: (message: string) => string): Buffer {
  const mask = frame.subarray(start - 4, start);
  const message = frame.subarray(start);
  const turn = (): void => message.forEach((byte, i) => (message[i] = byte ^ (mask[i % 4] ?? 0)));
  turn();
  message.set(Buffer.from(change(message.toString('latin1')), 'latin1'));
  turn();
  return frame;
}
