export class AnswerTooLarge extends Error {}

/** The whole body as text. Rejects with AnswerTooLarge beyond `mostBytes`, and when the connection breaks. */
export async function readBounded(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new AnswerTooLarge('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
