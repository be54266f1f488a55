// Messages in protobuf's wire format, field by field, without a schema.
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf';

/** `value`: the content of a bytes field, or the encoded value of any other. */
export type Field = { number: number; wire: WireType; value: Uint8Array };
export type Message = readonly Field[];

/** The fields in order; `value` is a view of `bytes`. Throws on an invalid message. */
export function parseMessage(bytes: Uint8Array): Field[] {
  const reader = new BinaryReader(bytes);
  const fields: Field[] = [];
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    const value = wire === WireType.LengthDelimited ? reader.bytes() : reader.skip(wire);
    fields.push({ number, wire, value });
  }
  return fields;
}

export function serializeMessage(message: Message): Uint8Array {
  const writer = new BinaryWriter();
  for (const { number, wire, value } of message) {
    writer.tag(number, wire);
    if (wire === WireType.LengthDelimited) writer.bytes(value);
    else writer.raw(value);
  }
  return writer.finish();
}

export function bytesField(number: number, value: Uint8Array | string): Field {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return { number, wire: WireType.LengthDelimited, value: bytes };
}

export function numberField(number: number, value: number): Field {
  return { number, wire: WireType.Varint, value: new BinaryWriter().uint32(value).finish() };
}

/** Every value of a repeated string field. */
export function textsOf(message: Message, number: number): string[] {
  return message
    .filter((field) => field.number === number)
    .map(({ value }) => Buffer.from(value).toString());
}

export function bytesOf(message: Message, number: number): Uint8Array | undefined {
  return message.find((field) => field.number === number)?.value;
}

/** A repeated numeric field, packed or not. */
export function numbersOf(message: Message, number: number): number[] {
  const numbers: number[] = [];
  for (const { value } of message.filter((field) => field.number === number)) {
    const reader = new BinaryReader(value);
    while (reader.pos < reader.len) numbers.push(reader.uint32());
  }
  return numbers;
}
