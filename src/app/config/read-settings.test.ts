import { expect, test } from 'vitest';
import { envExample } from './env-example.ts';
import { readSettings, SettingsFault } from './read-settings.ts';
import { settingTable } from './setting-table.ts';

function faultsOf(env: Record<string, string>): string {
  try {
    readSettings(env);
    return '';
  } catch (error) {
    if (error instanceof SettingsFault) return error.message;
    throw error;
  }
}

test('without any setting the service runs on embedded defaults', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://localhost:8080',
    databaseUrl: null,
    media: null,
  });
  expect([...settings.roles].sort()).toEqual(['api', 'scribe', 'worker']);
});

test('a standby scribe is switched on by `on` and `1`, and off by `off` and `0`', () => {
  const hasStandby = (PARLEY_SCRIBE_STANDBY: string) =>
    readSettings({ PARLEY_SCRIBE_STANDBY }).speech.hasStandby;
  expect(['', 'off', '0', 'on', '1'].map(hasStandby)).toEqual([false, false, false, true, true]);
});

test('all faults are reported together, each with its fix', () => {
  const message = faultsOf({
    PARLEY_PORT: '0x50',
    PARLEY_LOG_LEVEL: 'loud',
    PARLEY_PUBLIC_URL: 'meet.acme.test',
    PARLEY_HTTP_PORT: '1',
  });
  for (const name of ['PARLEY_PORT', 'PARLEY_LOG_LEVEL', 'PARLEY_PUBLIC_URL', 'PARLEY_HTTP_PORT'])
    expect(message).toContain(name);
  expect(message).toContain('debug, info, warn, error');
});

test.each(['0', '65536', '-1', '80.5'])('a port of %s is refused', (port) => {
  expect(faultsOf({ PARLEY_PORT: port })).toContain('PARLEY_PORT must be a whole number from 1 to');
});

test('an unknown name that resembles a setting is answered with that setting', () => {
  expect(faultsOf({ PARLEY_EMPTY_SECONDS: '5' })).toContain('PARLEY_EMPTY_ROOM_SECONDS');
  expect(faultsOf({ PARLEY_RECOGNIZERS: '5' })).toContain('did you mean PARLEY_RECOGNISERS');
});

test.each([
  'https://acme.test/meet',
  'https://acme.test/?a=1',
  'https://acme.test/#x',
  'https://canary:canary@acme.test',
])('a public URL that guest links could not begin with is refused: %s', (url) => {
  expect(faultsOf({ PARLEY_PUBLIC_URL: url })).toContain(
    'PARLEY_PUBLIC_URL must be an address without a path',
  );
  expect(faultsOf({ PARLEY_PUBLIC_URL: url })).not.toContain('canary');
});

test.each([
  'https://Meet.Acme.Test',
  'http://127.0.0.1:8080/',
  'https://[::1]:8443',
  'https://acme.test:443',
  'https://bücher.test',
])('a public URL of a name and a port is taken: %s', (url) => {
  expect(faultsOf({ PARLEY_PUBLIC_URL: url })).toBe('');
});

test.each([
  'rubbish',
  '10.0.0.0/99',
  '10.0.0.0/',
  '::/129',
  'loopback,,10.0.0.1',
  '10.0.0.1 10.0.0.2',
])('proxies that cannot be read are refused with the other faults: %s', (list) => {
  expect(faultsOf({ PARLEY_TRUSTED_PROXIES: list })).toContain('PARLEY_TRUSTED_PROXIES must hold');
});

test.each([
  'loopback',
  'loopback, 10.0.0.0/8',
  'fd00::/8,uniquelocal',
  '192.0.2.7',
  '10.0.0.0/255.0.0.0',
])('proxies may be given as %s', (list) => {
  expect(faultsOf({ PARLEY_TRUSTED_PROXIES: list })).toBe('');
});

test.each([
  'https://turn.acme.test',
  'turn.acme.test:443',
  'turn.acme.test/',
  'turn acme',
  '192.0.2.7',
])('a TURN domain that no browser could connect to is refused: %s', (domain) => {
  expect(faultsOf({ PARLEY_TURN_DOMAIN: domain })).toContain(
    'PARLEY_TURN_DOMAIN must be a name alone',
  );
});

test('the media address must be one that guests can reach: no name, and not every address', () => {
  for (const other of ['meet.acme.test', '192.0.2.7:7882', '0.0.0.0', '::', '0::0', 'fe80::1%eth0'])
    expect(faultsOf({ PARLEY_MEDIA_NODE_IP: other })).toContain(
      'PARLEY_MEDIA_NODE_IP must be the IP address at which guests reach this machine',
    );
  expect(faultsOf({ PARLEY_MEDIA_NODE_IP: '192.0.2.7' })).toBe('');
});

test('metrics may share the number of the port on another address, or where no API is served', () => {
  expect(faultsOf({ PARLEY_PORT: '9464', PARLEY_HOST: '192.0.2.7' })).toBe('');
  const worker = {
    PARLEY_ROLE: 'worker',
    DATABASE_URL: 'postgres://db/parley',
    LIVEKIT_URL: 'wss://media.acme.test',
    LIVEKIT_API_KEY: 'key',
    LIVEKIT_API_SECRET: 'secret',
  };
  expect(faultsOf({ ...worker, PARLEY_OPS_PORT: '8080' })).toBe('');
});

test('a password or a header that is not percent-encoded is refused with what to write, and not repeated', () => {
  const faults = faultsOf({
    DATABASE_URL: 'postgres://parley:a#canary@host/parley',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.acme.test',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic canary%',
  });
  expect(faults).toContain('DATABASE_URL cannot be read as a URL: in a user name or password');
  expect(faults).toContain('OTEL_EXPORTER_OTLP_HEADERS must hold pairs such as authorization=');
  expect(faults).toContain('write % as %25.');
  expect(faults).not.toContain('canary');
});

test.each([
  'authorization: Basic canary=',
  'authorization Basic canary',
  'authorization=Basic%20canary%0A',
  'authorization=Basic “canary”',
  '=canary',
])('headers that cannot be sent with traces are refused, and not repeated: %s', (headers) => {
  const faults = faultsOf({ OTEL_EXPORTER_OTLP_HEADERS: headers });
  expect(faults).toContain('OTEL_EXPORTER_OTLP_HEADERS must hold pairs');
  expect(faults).not.toContain('canary');
});

test('headers of traces may be several, with spaces around them and signs in their values', () => {
  const { traces } = readSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.acme.test',
    OTEL_EXPORTER_OTLP_HEADERS: ' authorization=Basic%20YTpi==, x-tenant = one,',
  });
  expect(traces?.headers).toEqual({ authorization: 'Basic YTpi==', 'x-tenant': 'one' });
});

test('a fault never repeats the value of a secret', () => {
  expect(
    faultsOf({ LIVEKIT_API_SECRET: 'canary-secret', LIVEKIT_URL: 'nonsense canary-url' }),
  ).not.toContain('canary');
});

test('an empty value means the default', () => {
  expect(readSettings({ PARLEY_PORT: '', PARLEY_PUBLIC_URL: ' ' }).publicUrl).toBe(
    'http://localhost:8080',
  );
});

test.each([
  ['https://meet.acme.test/', 'https://meet.acme.test'],
  ['https://會議.test', 'https://xn--2ovu42f.test'],
])(
  'links begin with a public URL that can be sent as a header, without a slash: %s',
  (url, begin) => {
    expect(readSettings({ PARLEY_PUBLIC_URL: url }).publicUrl).toBe(begin);
  },
);

test('models for languages are read without regions, and what cannot be read is refused', () => {
  const value = ' de-AT=/models/whisper small, fr=/models/b=c,';
  expect(readSettings({ PARLEY_SPEECH_LANGUAGES: value }).speech.languages).toEqual([
    { languageCode: 'de', modelDir: '/models/whisper small' },
    { languageCode: 'fr', modelDir: '/models/b=c' },
  ]);
  for (const wrong of ['/models/a', 'de=', 'xx-unknown=/a', 'de=/a,de-CH=/b'])
    expect(faultsOf({ PARLEY_SPEECH_LANGUAGES: wrong })).toContain('PARLEY_SPEECH_LANGUAGES must');
});

test('each number becomes the value that its setting names', () => {
  const names =
    'EMPTY_ROOM_SECONDS NO_SHOW_SECONDS MAX_MEETING_SECONDS MEDIA_LOST_SECONDS ENDING_SECONDS ' +
    'KEEP_AUDIO_DAYS KEEP_TRANSCRIPTS_DAYS KEEP_MEETINGS_DAYS KEEP_EVENTS_DAYS KEEP_AUDIT_DAYS ' +
    'RATE_READ_PER_MINUTE RATE_WRITE_PER_MINUTE RATE_AUTH_FAILURES_PER_MINUTE ' +
    'RATE_GUEST_PER_MINUTE MEDIA_PORT MEDIA_TCP_PORT MEDIA_UDP_PORT';
  const pairs = names.split(' ').map((name, at) => [`PARLEY_${name}`, String(at + 1)]);
  expect(readSettings(Object.fromEntries(pairs))).toMatchObject({
    emptyRoomSeconds: 1,
    noShowSeconds: 2,
    maxMeetingSeconds: 3,
    mediaLostSeconds: 4,
    endingSeconds: 5,
    keep: { audioDays: 6, transcriptDays: 7, meetingDays: 8, eventDays: 9, auditDays: 10 },
    rates: {
      readPerMinute: 11,
      writePerMinute: 12,
      authFailuresPerMinute: 13,
      guestPerMinute: 14,
    },
    embeddedMedia: { port: 15, tcpPort: 16, udpPort: 17 },
    webhookAllowPrivate: false,
  });
});

test('.env.example lists every setting', () => {
  for (const { name } of settingTable) expect(envExample()).toContain(`${name}=`);
});

test('sound is kept in the data folder, in a folder of its own, or copied to a bucket', () => {
  const spoolOf = (env: Record<string, string>) =>
    readSettings({ PARLEY_DATA_DIR: '/srv/parley', ...env }).spool;
  expect(spoolOf({})).toEqual({ root: '/srv/parley/spool', copies: null });
  expect(spoolOf({ PARLEY_SPOOL: '/mnt/sound' })).toEqual({ root: '/mnt/sound', copies: null });
  const aws = { AWS_ENDPOINT_URL: 'http://store:9000', AWS_ACCESS_KEY_ID: 'key' };
  expect(spoolOf({ PARLEY_SPOOL: 's3://sound', ...aws })).toEqual({
    root: '/srv/parley/spool',
    copies: { bucket: 'sound', prefix: '', region: 'us-east-1', isOwnServer: true },
  });
  expect(spoolOf({ PARLEY_SPOOL: 's3://sound/one/two/' }).copies).toMatchObject({
    prefix: 'one/two',
    isOwnServer: false,
  });
  for (const place of ['s3://', 's3://Sound', 'https://sound'])
    expect(faultsOf({ PARLEY_SPOOL: place })).toContain(
      'PARLEY_SPOOL must be a folder, or a bucket',
    );
});
