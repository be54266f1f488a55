import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tokensFromTokenizer } from '../../../setup/tokens.mjs';
import { convertMoonshine } from '../../engines/recognizer/conversion/convert-moonshine.ts';

/** The tokens without the control tokens of Moonshine's newer form. */
const TOKENS = 32_000;

/** Converts a folder with Moonshine's older form, all files complete, to one that the recognizer decodes quickly. */
export async function convertModel(folder: string): Promise<void> {
  const tokenizer = await readFile(join(folder, 'tokenizer.bin'));
  await writeFile(join(folder, 'tokens.txt'), tokensFromTokenizer(tokenizer, TOKENS));
  await convertMoonshine(folder);
}
