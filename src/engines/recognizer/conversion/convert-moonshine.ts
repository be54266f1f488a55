import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession } from '../../onnx/onnx-runtime.ts';
import { withIntegerProducts } from './integer-products.ts';

const PARTS = ['encoder_model', 'decoder_model_merged'];

/**
 * Writes `<part>.int8.onnx` beside `<part>.ort` in the folder. It needs a quarter of the time, and `findModel`
 * prefers it. A damaged file may end the process.
 */
export async function convertMoonshine(folder: string): Promise<void> {
  for (const part of PARTS) {
    const plain = join(folder, `${part}.plain.onnx`);
    try {
      await saveAsOnnx(join(folder, `${part}.ort`), plain);
      await writeFile(
        join(folder, `${part}.int8.onnx`),
        withIntegerProducts(await readFile(plain)),
      );
    } finally {
      await rm(plain, { force: true });
    }
  }
}

async function saveAsOnnx(from: string, to: string): Promise<void> {
  const session = await InferenceSession.create(from, {
    graphOptimizationLevel: 'disabled',
    optimizedModelFilePath: to,
    extra: { session: { save_model_format: 'ONNX' } },
    logSeverityLevel: 3,
  });
  await session.release();
}
