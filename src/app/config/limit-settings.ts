// Limits, times, retention, rates and logs.
import { days, perMinute, seconds, type Setting } from './setting.ts';

export const limitSettings = [
  {
    name: 'PARLEY_ROOM_MAX_PARTICIPANTS',
    kind: 'integer',
    unit: 'people',
    min: 1,
    max: 10_000,
    default: 50,
    help: 'Most people in one meeting at the same time; anyone who arrives when it is full is told so.',
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
    help:
      'A meeting that nobody joined is cancelled this long after its planned end; one without a ' +
      'schedule, seven times as long after its creation.',
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
    help: 'A running meeting fails when the media server has been unreachable this long.',
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
    help: 'How long audio is kept after its transcript is final; 0 = deleted at once.',
  },
  {
    name: 'PARLEY_KEEP_TRANSCRIPTS_DAYS',
    ...days,
    default: 0,
    help: 'How long transcripts and summaries are kept once available; 0 = forever. After that, the answer is 410.',
  },
  {
    name: 'PARLEY_KEEP_MEETINGS_DAYS',
    ...days,
    default: 0,
    help: 'How long meetings and all their data are kept once over; 0 = forever. After that, the answer is 410.',
  },
  {
    name: 'PARLEY_KEEP_EVENTS_DAYS',
    ...days,
    default: 7,
    help: 'How long events (from which streams resume) and webhook deliveries are kept; 0 = forever.',
  },
  {
    name: 'PARLEY_KEEP_AUDIT_DAYS',
    ...days,
    default: 365,
    help: 'How long entries of the audit log (what API keys and meeting hosts did) are kept; 0 = forever.',
  },
  {
    name: 'PARLEY_OPS_HOST',
    kind: 'text',
    default: '127.0.0.1',
    help: 'Address for GET /metrics (Prometheus text), /health/live and /health/ready, in every role.',
  },
  {
    name: 'PARLEY_OPS_PORT',
    kind: 'integer',
    min: 0,
    max: 65535,
    default: 9464,
    help: 'Port for these; 0 = off.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: 'url',
    schemes: ['http:', 'https:'],
    default: '',
    help: 'Where traces are sent, by OTLP over HTTP; empty = nowhere.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    kind: 'text',
    default: '',
    help: 'Headers to send with traces: name=value pairs separated by commas.',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    kind: 'text',
    default: 'parley',
    help: 'Name of the service in traces.',
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
    help:
      'Requests of the guest page from one address, which a whole company may share; also ' +
      'connections of one person to the media server, and connection checks from all addresses together.',
  },
  {
    name: 'PARLEY_TRUSTED_PROXIES',
    kind: 'text',
    default: 'loopback',
    help:
      'Proxies whose X-Forwarded-For header is trusted: addresses and networks ' +
      'separated by commas, or loopback, linklocal, uniquelocal.',
  },
  {
    name: 'PARLEY_WEBHOOK_ALLOW_PRIVATE',
    kind: 'integer',
    min: 0,
    max: 1,
    default: 0,
    help: '1 = webhooks may use http and private addresses (development, tests).',
  },
] as const satisfies readonly Setting[];
