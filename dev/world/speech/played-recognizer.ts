import type { RecognizerPort } from '../../../src/core/ports.ts';

/** A recognizer that finds no speech, except for what `more` overrides. */
export function playedRecognizer(more: Partial<RecognizerPort> = {}): RecognizerPort {
  return {
    engine: { name: 'played', model: 'none', quality: 'basic' },
    languages: null,
    health: () => ({ status: 'ok', detail: null }),
    prepare: () => {},
    scan: async () => ({ speech: new Uint8Array(), level: new Float32Array() }),
    transcribe: async () => ({ text: '', languageCode: null }),
    transcribeInterim: async () => null,
    expectEnd: () => {},
    ...more,
  };
}
