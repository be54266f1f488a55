// `node dev/proof/mcp-conformance.ts`: the protocol's own conformance suite against /mcp of the whole running product.
// A proxy adds the API key, which the suite cannot send. Scenarios that need test tools, prompts or resources of the
// suite's own example server do not apply.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { cacheDir } from '../../setup/places.mjs';
import { clearAway, startParley } from '../world/service/start-parley.ts';

const VERSION = '0.1.16';
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

function installed(): string {
  const folder = join(cacheDir(), 'proof', `mcp-conformance-${VERSION}`);
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const suite = `@modelcontextprotocol/conformance@${VERSION}`;
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', suite], {
    stdio: 'inherit',
  });
  return program;
}

const program = installed();
const parley = await startParley({ env: { PARLEY_SPEECH: 'off', PARLEY_LOG_LEVEL: 'error' } });
const target = new URL(parley.url);
const proxy = createServer((incoming, answer) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${parley.apiKey}` };
  const { method, url: path } = incoming;
  const { hostname, port } = target;
  const passed = forward({ hostname, port, method, path, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  passed.on('error', () => answer.destroy());
  incoming.pipe(passed);
});
proxy.listen(0, '127.0.0.1');
await once(proxy, 'listening');
const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;
const failed: string[] = [];
for (const scenario of SCENARIOS) {
  const child = spawn(process.execPath, [program, 'server', '--url', url, '--scenario', scenario], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) failed.push(scenario);
}
proxy.close();
await clearAway(parley);
console.log(failed.length === 0 ? 'All scenarios passed' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
