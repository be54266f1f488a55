import type { RecognizerHealth } from '../../core/ports.ts';
import { KNOWN_MODELS } from './find-model.ts';
import type { ProcessEnd } from './supervisor/blame-crash.ts';
import type { RecognizerReply } from './supervisor/recognizer-messages.ts';

export const LOAD_WITHIN_MS = 60_000;
/** It is a development dependency: with `--omit=dev` alone npm skips it, without it npm installs all of them. */
export const INSTALL_SHERPA = 'npm install --no-save --save-prod --omit=dev sherpa-onnx-node';

/**
 * A message for the operator: why the model in this folder cannot be used and what to do; null when
 * nothing is wrong.
 */
export function faultOf(reply: RecognizerReply, modelDir: string): string | null {
  if (reply.kind === 'broken')
    return (
      `The speech model file ${reply.file} is ${reply.detail}. Delete it and run npm start ` +
      'again, which downloads it again.'
    );
  if (reply.kind === 'unknown')
    return (
      `The folder ${modelDir} holds no usable speech model: put ${KNOWN_MODELS} ` +
      'there, or remove that folder from the settings and run npm start, which fetches the embedded model.'
    );
  if (reply.kind === 'sherpa-missing')
    return (
      `The speech model in ${modelDir} needs the package sherpa-onnx-node: run ` +
      `${INSTALL_SHERPA} in the folder of Parley, or remove that folder from the settings.`
    );
  if (reply.kind === 'slow')
    return (
      `The speech model in ${modelDir} is too slow for this machine: it needs ` +
      `${reply.realTimeFactor.toFixed(2)} s for a second of speech, and ${reply.slowest} s ` +
      'is the limit. Use a smaller model: `parley models list` names some.'
    );
  return null;
}

/** The process ended before it was ready, or, with `wasReady`, while it worked. */
export function healthAfterEnd(
  how: ProcessEnd,
  wasReady: boolean,
  modelDir: string,
): RecognizerHealth {
  if (wasReady)
    return {
      status: 'degraded',
      detail:
        'The recognizer process ended and is being started again. Speech is kept and transcribed later.',
    };
  return { status: 'unavailable', detail: loadFault(how, modelDir) };
}

function loadFault(how: ProcessEnd, modelDir: string): string {
  if (how === 'killed')
    return (
      'The recognizer process was killed while it loaded the speech model, probably because this ' +
      'machine is short of memory. It is being started again.'
    );
  if (how === 'stuck')
    return (
      `The speech model in ${modelDir} was not loaded within ${LOAD_WITHIN_MS / 1000} s: this machine ` +
      'is overloaded. The recognizer is being started again.'
    );
  return (
    `The speech model in ${modelDir} could not be loaded. Delete the folder and run npm ` +
    'start again, which downloads it again.'
  );
}
