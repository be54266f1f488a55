// Reads and writes messages in protobuf's wire format, field by field, without a schema.

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

export type Field = { number: number; wire: number; value: Uint8Array };
export type Message = readonly Field[];

/** The fields in their order; `value` is a view of `bytes`. Throws on what is no message. */
export function parseMessage(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = readVarint(bytes, at);
    const wire = tag.value % 8;
    at = tag.end;
    const size = wire === BYTES ? readVarint(bytes, at) : null;
    if (size) at = size.end;
    const end = size ? at + size.value : endOf(bytes, at, wire);
    if (end > bytes.length) throw new Error('a message ends within a field');
    fields.push({ number: Math.floor(tag.value / 8), wire, value: bytes.subarray(at, end) });
    at = end;
  }
  return fields;
}

export function serializeMessage(message: Message): Uint8Array {
  const parts = message.flatMap(({ number, wire, value }) => [
    varint(number * 8 + wire),
    ...(wire === BYTES ? [varint(value.length)] : []),
    value,
  ]);
  return Buffer.concat(parts);
}

export function bytesField(number: number, value: Uint8Array | string): Field {
  return { number, wire: BYTES, value: typeof value === 'string' ? Buffer.from(value) : value };
}

export function numberField(number: number, value: number): Field {
  return { number, wire: VARINT, value: varint(value) };
}

/** Every value of a repeated field of strings. */
export function textsOf(message: Message, number: number): string[] {
  return message
    .filter((field) => field.number === number)
    .map(({ value }) => Buffer.from(value).toString());
}

export function bytesOf(message: Message, number: number): Uint8Array | undefined {
  return message.find((field) => field.number === number)?.value;
}

/** A repeated field of numbers, packed or not. */
export function numbersOf(message: Message, number: number): number[] {
  const numbers: number[] = [];
  for (const { value } of message.filter((field) => field.number === number))
    for (let at = 0; at < value.length;) {
      const one = readVarint(value, at);
      numbers.push(one.value);
      at = one.end;
    }
  return numbers;
}

function endOf(bytes: Uint8Array, at: number, wire: number): number {
  if (wire === VARINT) return readVarint(bytes, at).end;
  if (wire === FIXED64) return at + 8;
  if (wire === FIXED32) return at + 4;
  throw new Error(`a field has the unknown wire type ${wire}`);
}

function readVarint(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from, scale = 1; at < bytes.length; at++, scale *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * scale;
    if (byte < 128) return { value, end: at + 1 };
  }
  throw new Error('a message ends within a number');
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
