// Speech recognition and summaries.
import type { Setting } from './setting.ts';

export const languageSettings = [
  {
    name: 'PARLEY_SPEECH',
    kind: 'choice',
    choices: ['auto', 'local', 'openai', 'off'],
    default: 'auto',
    help: 'auto and local = the local engine; openai = a server at PARLEY_SPEECH_URL; off = no transcripts.',
  },
  {
    name: 'PARLEY_SPEECH_MODEL',
    kind: 'text',
    default: '',
    help:
      'Folder with a model for sherpa-onnx (Moonshine, Whisper, NeMo transducer or ' +
      'Parakeet, streaming zipformer); empty = the pinned embedded model.',
  },
  {
    name: 'PARLEY_SPEECH_LANGUAGES',
    kind: 'text',
    default: '',
    help:
      'Further models, each for meetings in one language: CODE=FOLDER pairs separated by ' +
      'commas, such as de=/models/whisper-small,fr=/models/whisper-small.',
  },
  {
    name: 'PARLEY_RECOGNISERS',
    kind: 'integer',
    min: 0,
    max: 64,
    unit: 'processes',
    default: 0,
    help:
      'Limit on processes of local engines, each of 200 MB while it works; 0 = one for each core. ' +
      'Each model may always use one.',
  },
  {
    name: 'PARLEY_LISTENER',
    kind: 'choice',
    choices: ['own', 'livekit'],
    default: 'own',
    help:
      "How the scribe receives a room's audio: own = Parley's listener; livekit = LiveKit's SDK, which " +
      'needs the package @livekit/rtc-node and does not report what was lost.',
  },
  {
    name: 'PARLEY_SCRIBE_STANDBY',
    kind: 'choice',
    choices: ['off', 'on', '0', '1'],
    default: 'off',
    help:
      'on or 1 = a second scribe follows each meeting and takes over without a gap. Needs two ' +
      'processes with the role scribe; with PARLEY_ROLE=all the second one is started automatically.',
  },
  {
    name: 'PARLEY_SPEECH_URL',
    kind: 'url',
    schemes: ['http:', 'https:'],
    default: '',
    help:
      'Server with /v1/audio/transcriptions, for PARLEY_SPEECH=openai and ' +
      'PARLEY_SECOND_PASS=openai. Speech is sent there.',
  },
  {
    name: 'PARLEY_SPEECH_API_KEY',
    kind: 'text',
    default: '',
    help: 'Key of that server; empty = none is sent.',
  },
  {
    name: 'PARLEY_SPEECH_REMOTE_MODEL',
    kind: 'text',
    default: 'whisper-1',
    help: 'Name of the model on that server.',
  },
  {
    name: 'PARLEY_SECOND_PASS',
    kind: 'choice',
    choices: ['off', 'local', 'openai'],
    default: 'off',
    help:
      'Transcribes a meeting again after its end, with a better engine: local = the model in ' +
      'PARLEY_SECOND_PASS_MODEL; openai = the server at PARLEY_SPEECH_URL. When it fails, the live transcript is kept.',
  },
  {
    name: 'PARLEY_SECOND_PASS_MODEL',
    kind: 'text',
    default: '',
    help: 'Folder with the model for PARLEY_SECOND_PASS=local, of any kind that PARLEY_SPEECH_MODEL takes.',
  },
  {
    name: 'PARLEY_SUMMARY',
    kind: 'choice',
    choices: ['auto', 'embedded', 'openai', 'off'],
    default: 'auto',
    help:
      'auto and embedded = the embedded summarizer; openai = a language model at ' +
      'PARLEY_SUMMARY_URL; off = no summaries.',
  },
  {
    name: 'PARLEY_SUMMARY_URL',
    kind: 'url',
    schemes: ['http:', 'https:'],
    default: '',
    help: 'Server with /v1/chat/completions, for PARLEY_SUMMARY=openai. Transcripts are sent there.',
  },
  {
    name: 'PARLEY_SUMMARY_API_KEY',
    kind: 'text',
    default: '',
    help: 'Key of that server; empty = none is sent.',
  },
  {
    name: 'PARLEY_SUMMARY_MODEL',
    kind: 'text',
    default: '',
    help: 'Name of the model on that server.',
  },
  {
    name: 'PARLEY_SUMMARY_CONTEXT_TOKENS',
    kind: 'integer',
    unit: 'tokens',
    min: 4096,
    max: 10_000_000,
    default: 16_384,
    help: 'Context window of that model, prompt and answer together; longer meetings are summarized in parts.',
  },
] as const satisfies readonly Setting[];
