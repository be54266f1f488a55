// The package as somebody installs it: built as a wheel, installed into an empty environment, run
// against the real service. Needs python3 with venv and the network: `npm run test:python`.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';
import { webhookReceiver } from '../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../dev/world/service/webhook-scene.ts';
import { projectRoot } from '../../setup/places.mjs';
import { version } from '../../src/app/version.ts';
import { cases } from '../cases/cases.ts';
import { replayServer } from '../cases/replay-server.ts';
import { codeSamples, firstMeeting } from '../cases/documented-programs.ts';
import { holdMeeting } from '../../dev/world/hold-meeting.ts';
import { typescriptOutcomes } from '../cases/typescript-outcomes.ts';
import { createClient } from '../sdk-typescript/client.ts';

const BUILD_MS = 180_000;

const world = await serverWorld();
const apiKey = await world.key();
const sdk = join(projectRoot(), 'clients/sdk-python');
const folder = await mkdtemp(join(tmpdir(), 'parley-sdk-python-'));
const python = join(folder, 'venv/bin/python');

/** What it printed, and its exit code. */
async function run(program: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  return promisify(execFile)(program, args, { cwd: folder, env: { ...env, ...settings } }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout?: string; stderr?: string }) => ({
      code: error.code,
      said: `${error.stdout}${error.stderr}`,
    }),
  );
}

async function mustRun(program: string, ...args: string[]): Promise<string> {
  const { code, said } = await run(program, ...args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${said}`);
  return said;
}

const settings: Record<string, string> = {
  PARLEY_URL: world.url,
  PARLEY_API_KEY: apiKey,
  PARLEY_LISTER_KEY: await world.key({ tenant: 'lister' }),
  PARLEY_STREAM_KEY: await world.key({ tenant: 'streams' }),
  PARLEY_ASYNC_KEY: await world.key({ tenant: 'asynchronous' }),
  PARLEY_READER_KEY: await world.key({ scopes: ['meetings:read'] }),
  PARLEY_WEBHOOK: JSON.stringify(await deliveredWebhook()),
};

async function deliveredWebhook(): Promise<object> {
  const scene = await webhookScene();
  const receiver = await webhookReceiver();
  const { secret } = await scene.webhook(receiver.url);
  await scene.cancelled();
  await scene.deliver();
  const [call] = receiver.calls;
  if (!call) throw new Error('nothing was delivered');
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const headers = Object.fromEntries(signed.map((name) => [name, call.headers[name]]));
  return { secret, headers, body: call.body };
}

let wheel = '';
beforeAll(async () => {
  await mustRun('python3', '-m', 'venv', 'venv');
  await mustRun(python, '-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', '.', sdk);
  wheel = (await readdir(folder)).find((name) => name.endsWith('.whl')) ?? 'no wheel';
  await mustRun(python, '-m', 'pip', 'install', '--quiet', wheel);
  const readme = await readFile(join(sdk, 'README.md'), 'utf8');
  await writeFile(join(folder, 'walk.py'), /```python\n(.*?)```/s.exec(readme)?.[1] ?? '');
}, BUILD_MS);
afterAll(() => rm(folder, { recursive: true }));

test('the program of the README prints the link and, once the meeting is over, what became of it', async () => {
  const { code, said } = await hold('walk.py');
  expect(code).toBe(0);
  expect(said).toMatch(/#k=.*\nNo summary: empty, meeting_cancelled\n$/s);
});

test('the first meeting of the guide works as written', async () => {
  await writeFile(join(folder, 'meet.py'), firstMeeting('Python'));
  const { code, said } = await hold('meet.py');
  expect(code).toBe(0);
  expect(said).toMatch(/#k=.*\nempty None \[\] \[\]\n$/s);
});

const hold = (program: string) =>
  holdMeeting(createClient({ baseUrl: world.url, apiKey }), [python, program], {
    cwd: folder,
    env: { ...process.env, ...settings },
  });

test('both clients have the version of the product and the methods of the client for TypeScript', async () => {
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);
  const typed = Object.entries(createClient({ baseUrl: world.url, apiKey })).flatMap(
    ([resource, methods]) =>
      Object.keys(methods).map((name) => `${snake(resource)}.${snake(name)}`),
  );
  const listing = `
import parley_meetings as p
print(p.__version__)
print("--")
for kind in (p.Parley, p.AsyncParley):
    client = kind(base_url="http://x", api_key="x")
    for name, resource in vars(client).items():
        if not name.startswith("_"):
            print(*(f"{name}.{method}" for method in dir(resource) if not method.startswith("_")), sep="\\n")
    print("--")
`;
  const said = await mustRun(python, '-c', listing);
  const [itsVersion, blocking, asynchronous] = said
    .split('--\n')
    .map((one) => one.trim().split('\n').sort());
  expect([itsVersion, wheel]).toEqual([[version], `parley_meetings-${version}-py3-none-any.whl`]);
  expect(blocking).toEqual(typed.sort());
  expect(asynchronous).toEqual(blocking);
});

test('both clients send the same requests and give the same results as the client for TypeScript', async () => {
  const server = await replayServer();
  const expected = await typescriptOutcomes(server);
  await writeFile(join(folder, 'cases.json'), JSON.stringify(cases));
  const program = join(projectRoot(), 'clients/cases/run_cases.py');
  const said = await mustRun(python, program, 'cases.json', server.url);
  const results: Record<'blocking' | 'asynchronous', unknown[]> = JSON.parse(said);
  for (const name of ['blocking', 'asynchronous'] as const)
    expect(
      results[name].map((result, number) => ({
        name: cases[number]?.name,
        requests: server.sentBy(name, number),
        result,
      })),
    ).toEqual(expected);
});

test(
  'mypy --strict finds nothing in the package, its programs and the examples of the contract; the cases pass',
  async () => {
    await mustRun(python, '-m', 'pip', 'install', '--quiet', 'mypy==2.4.1', 'pytest==9.2.0');
    await cp(join(sdk, 'tests'), join(folder, 'tests'), { recursive: true });
    const strict = ['--strict', '--python-version', '3.10', '-p', 'parley_meetings'];
    await mustRun(python, '-m', 'mypy', ...strict);
    const files = (await readdir(join(folder, 'tests'))).filter((name) => name.endsWith('.py'));
    const paths = files.map((name) => join('tests', name));
    await writeFile(join(folder, 'meet.py'), firstMeeting('Python'));
    await mustRun(python, '-m', 'mypy', '--strict', 'walk.py', 'meet.py', ...paths);
    const samples = codeSamples('Python').map((source, number) => ({
      name: `sample${number}.py`,
      source,
    }));
    for (const { name, source } of samples) await writeFile(join(folder, name), source);
    await mustRun(python, '-m', 'mypy', '--strict', ...samples.map(({ name }) => name));
    const said = await mustRun(python, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests');
    expect(said).toMatch(/^\d+ passed in [^,]*$/m);
  },
  BUILD_MS,
);
