// Every setting, declared once: parsing, `.env.example` and error messages come from this table.

export type Setting =
  | { name: string; kind: 'text'; default: string; help: string }
  | {
      name: string;
      kind: 'integer';
      default: number;
      min: number;
      max: number;
      unit?: string;
      help: string;
    }
  | { name: string; kind: 'choice'; default: string; choices: readonly string[]; help: string }
  | { name: string; kind: 'list'; default: string; choices: readonly string[]; help: string }
  | { name: string; kind: 'url'; default: string; schemes: readonly string[]; help: string };

const port = { kind: 'integer', min: 1, max: 65535 } as const;
const seconds = { kind: 'integer', unit: 'seconds', min: 1, max: 31_536_000 } as const;
const days = { kind: 'integer', unit: 'days', min: 0, max: 36_500 } as const;
const perMinute = {
  kind: 'integer',
  unit: 'per minute, 0 = no limit',
  min: 0,
  max: 1_000_000,
} as const;

export const settingTable = [
  {
    name: 'PARLEY_HOST',
    kind: 'text',
    default: '127.0.0.1',
    help: 'Address that the service listens on.',
  },
  {
    name: 'PARLEY_PORT',
    ...port,
    default: 8080,
    help: 'Port of the API, the guest room and its signalling.',
  },
  {
    name: 'PARLEY_PUBLIC_URL',
    kind: 'url',
    schemes: ['http:', 'https:'],
    default: '',
    help:
      'Address that clients and guests use, without a path; empty = ' +
      'http://localhost:<port>. The only source of the base in guestUrl, Location and ' +
      'problem types.',
  },
  {
    name: 'PARLEY_EMBED_ORIGINS',
    kind: 'text',
    default: '',
    help: 'Origins whose pages may show the guest room in a frame, separated by spaces; empty = none.',
  },
  {
    name: 'PARLEY_DATA_DIR',
    kind: 'text',
    default: './.parley',
    help: 'Folder for everything that is kept (mode 0700).',
  },
  {
    name: 'PARLEY_ROLE',
    kind: 'list',
    choices: ['all', 'api', 'worker', 'scribe'],
    default: 'all',
    help: 'all, or any of api, worker, scribe separated by commas; those need DATABASE_URL and LIVEKIT_URL.',
  },
  {
    name: 'DATABASE_URL',
    kind: 'url',
    schemes: ['postgres:', 'postgresql:'],
    default: '',
    help: 'PostgreSQL 15 or newer; empty = embedded, under the data folder.',
  },
  {
    name: 'LIVEKIT_URL',
    kind: 'url',
    schemes: ['ws:', 'wss:', 'http:', 'https:'],
    default: '',
    help: 'A LiveKit server; empty = embedded. Let its webhooks call <public url>/media/events.',
  },
  { name: 'LIVEKIT_API_KEY', kind: 'text', default: '', help: 'Key of that LiveKit server.' },
  { name: 'LIVEKIT_API_SECRET', kind: 'text', default: '', help: 'Secret of that LiveKit server.' },
  {
    name: 'PARLEY_MEDIA_PORT',
    ...port,
    default: 7880,
    help: 'Embedded media server: signalling, on loopback.',
  },
  {
    name: 'PARLEY_MEDIA_TCP_PORT',
    ...port,
    default: 7881,
    help: 'Embedded media server: media over TCP.',
  },
  {
    name: 'PARLEY_MEDIA_UDP_PORT',
    ...port,
    default: 7882,
    help: 'Embedded media server: media over UDP.',
  },
  {
    name: 'PARLEY_MEDIA_NODE_IP',
    kind: 'text',
    default: '',
    help:
      'IP address that guests reach the embedded media server at; ' +
      "empty = loopback and this machine's own addresses.",
  },
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
    name: 'PARLEY_RECOGNISERS',
    kind: 'integer',
    min: 0,
    max: 64,
    unit: 'processes',
    default: 0,
    help:
      'Processes of the local engine at most, each started when one of them has too much to ' +
      'do and 150 MB large while it works; 0 = one for each core.',
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
      'Hears a meeting again after its end, with a better engine, before its transcript is ' +
      'available: local = the model in PARLEY_SECOND_PASS_MODEL; openai = the server at ' +
      'PARLEY_SPEECH_URL. When it fails, the live words stand.',
  },
  {
    name: 'PARLEY_SECOND_PASS_MODEL',
    kind: 'text',
    default: '',
    help: 'Folder with the model of PARLEY_SECOND_PASS=local, of the kinds that PARLEY_SPEECH_MODEL takes.',
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
    help: 'What that model holds, question and answer together; longer meetings are summarized in parts.',
  },
  {
    name: 'PARLEY_ROOM_MAX_PARTICIPANTS',
    kind: 'integer',
    unit: 'people',
    min: 1,
    max: 10_000,
    default: 50,
    help: 'People in one meeting at the same time; whoever comes when it is full is told so.',
  },
  {
    name: 'PARLEY_EMPTY_ROOM_SECONDS',
    ...seconds,
    default: 60,
    help: 'A meeting ends when its room has been empty this long.',
  },
  {
    name: 'PARLEY_NO_SHOW_SECONDS',
    ...seconds,
    default: 86_400,
    help: 'A meeting that nobody joined is cancelled this long after its planned end.',
  },
  {
    name: 'PARLEY_MAX_MEETING_SECONDS',
    ...seconds,
    default: 86_400,
    help: 'A meeting that runs longer is ended.',
  },
  {
    name: 'PARLEY_MEDIA_LOST_SECONDS',
    ...seconds,
    default: 600,
    help: 'A running meeting fails when the media server has been out of reach this long.',
  },
  {
    name: 'PARLEY_ENDING_SECONDS',
    ...seconds,
    default: 120,
    help: 'An ending meeting is closed after this time even if the media server does not confirm.',
  },
  {
    name: 'PARLEY_KEEP_AUDIO_DAYS',
    ...days,
    default: 0,
    help: 'Audio of a meeting after its transcript is final; 0 = deleted as soon as that is so.',
  },
  {
    name: 'PARLEY_KEEP_TRANSCRIPTS_DAYS',
    ...days,
    default: 0,
    help: 'Transcripts and summaries after they are available; 0 = for ever. What went is answered with 410.',
  },
  {
    name: 'PARLEY_KEEP_MEETINGS_DAYS',
    ...days,
    default: 0,
    help: 'Meetings, with all they left, after they are over; 0 = for ever. What went is answered with 410.',
  },
  {
    name: 'PARLEY_KEEP_EVENTS_DAYS',
    ...days,
    default: 7,
    help: 'Events, from which streams resume, and deliveries of webhooks; 0 = for ever.',
  },
  {
    name: 'PARLEY_OPS_HOST',
    kind: 'text',
    default: '127.0.0.1',
    help: 'Address of GET /metrics (Prometheus text).',
  },
  {
    name: 'PARLEY_OPS_PORT',
    kind: 'integer',
    min: 0,
    max: 65535,
    default: 9464,
    help: 'Port of GET /metrics; 0 = off.',
  },
  {
    name: 'PARLEY_LOG_LEVEL',
    kind: 'choice',
    choices: ['debug', 'info', 'warn', 'error'],
    default: 'info',
    help: 'Least severe level that is logged.',
  },
  {
    name: 'PARLEY_RATE_READ_PER_MINUTE',
    ...perMinute,
    default: 600,
    help: 'Reads by one API key.',
  },
  {
    name: 'PARLEY_RATE_WRITE_PER_MINUTE',
    ...perMinute,
    default: 60,
    help: 'Writes by one API key.',
  },
  {
    name: 'PARLEY_RATE_AUTH_FAILURES_PER_MINUTE',
    ...perMinute,
    default: 30,
    help: 'Failed authentications from one address.',
  },
  {
    name: 'PARLEY_RATE_GUEST_PER_MINUTE',
    ...perMinute,
    default: 300,
    help: 'Calls of the guest page from one address; a company may share one.',
  },
  {
    name: 'PARLEY_TRUSTED_PROXIES',
    kind: 'text',
    default: 'loopback',
    help:
      'Proxies whose X-Forwarded-For says where a call comes from: addresses and networks ' +
      'separated by commas, or loopback, linklocal, uniquelocal.',
  },
  {
    name: 'PARLEY_WEBHOOK_ALLOW_PRIVATE',
    kind: 'integer',
    min: 0,
    max: 1,
    default: 0,
    help: '1 = webhooks may go to http and to private addresses (development, tests).',
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof settingTable)[number]['name'];
