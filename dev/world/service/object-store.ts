import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectStorePath } from '../../../setup/places.mjs';
import { freePorts } from '../free-ports.ts';
import { until } from '../until.ts';
import type { ObjectStorePort } from '../../../src/core/ports.ts';

export type ObjectStore = {
  bucket: string;
  /** The AWS_* variables for clients. */
  variables: Record<string, string>;
  /** Stops the process, which then accepts connections without answering, until `resume`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/** A real server with the S3 API and one bucket. */
export async function objectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-objects-'));
  const bucket = 'sound';
  await mkdir(join(folder, 'data', bucket), { recursive: true });
  const [port = 0] = await freePorts(1);
  const [access, secret] = ['parley-test', 'parley-test-secret'];
  const server = spawn(
    objectStorePath(),
    ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', join(folder, 'data')],
    {
      env: { ROOT_ACCESS_KEY: access, ROOT_SECRET_KEY: secret },
      stdio: 'ignore',
      cwd: folder,
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await until('the object store', 20_000, () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return {
    bucket,
    variables: {
      AWS_ACCESS_KEY_ID: access,
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_S3: url,
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Object storage in memory, which lists keys by their characters. While `isAway` is set, every call fails. */
export function keptObjects() {
  const objects = new Map<string, Uint8Array>();
  const state = { isAway: false };
  const answer = <T>(value: () => T): Promise<T> =>
    state.isAway ? Promise.reject(new Error('the storage is away')) : Promise.resolve(value());
  const store: ObjectStorePort = {
    put: (key, body) => answer(() => void objects.set(key, Uint8Array.from(body))),
    get: (key) =>
      answer(() => {
        const body = objects.get(key);
        if (body === undefined) throw new Error(`no object ${key}`);
        return body;
      }),
    list: (prefix) =>
      answer(() => [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()),
    listFolders: () =>
      answer(() => [...new Set([...objects.keys()].map((key) => key.split('/')[0] ?? ''))]),
    deleteAll: (prefix) =>
      answer(() => {
        for (const key of objects.keys()) if (key.startsWith(prefix)) objects.delete(key);
      }),
  };
  return { store, objects, state };
}
