/**
 * Converts Moonshine's tokenizer.bin to sherpa-onnx's tokens.txt: one line per token, `base64(bytes) TAB id`.
 * In tokenizer.bin a token is its length and its bytes; a length of 128 or more takes two bytes,
 * the first less 128 plus 128 times the second. A token without bytes is a space.
 * @param {Uint8Array} bytes
 * @param {number} count
 * @returns {string}
 */
export function tokensFromTokenizer(bytes, count) {
  const lines = [];
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at];
    const long = first >= 128;
    const length = long ? first - 128 + 128 * bytes[at + 1] : first;
    const from = at + (long ? 2 : 1);
    at = from + length;
    const token = length === 0 ? Buffer.from(' ') : bytes.subarray(from, at);
    lines.push(`${token.toString('base64')}\t${lines.length}\n`);
  }
  if (lines.length !== count)
    throw new Error(`tokenizer.bin holds ${lines.length} tokens, expected ${count}`);
  return lines.join('');
}
