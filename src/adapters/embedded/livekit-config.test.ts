import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  allBut,
  type LivekitConfig,
  localAddressTo,
  readOrMakeMediaKeys,
  writeLivekitConfig,
} from './livekit-config.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-livekit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function written(about: Partial<LivekitConfig>, localAddress: string | null = null) {
  const ports = { http: 1, tcp: 2, udp: 3 };
  const config = { ports, nodeIp: '', webhookUrl: 'http://127.0.0.1:9', localAddress, ...about };
  const keys = { apiKey: 'API', apiSecret: 'secret' };
  return JSON.parse(readFileSync(writeLivekitConfig(folder, keys, config), 'utf8'));
}

test.each(['', '{"apiKey":"API', '{"apiKey":"API"}', 'null'])(
  'a damaged file of keys is named with what to do: %s',
  (text) => {
    const path = join(folder, 'media-keys.json');
    writeFileSync(path, text);
    expect(() => readOrMakeMediaKeys(folder)).toThrow(`${path} is damaged: remove it`);
    rmSync(path);
    const keys = readOrMakeMediaKeys(folder);
    expect(readOrMakeMediaKeys(folder)).toEqual(keys);
  },
);

test('with a node address the loopback is not a candidate, since it would be announced with that address too', () => {
  expect(written({}).rtc).toMatchObject({ enable_loopback_candidate: true });
  expect(written({}).rtc).not.toHaveProperty('node_ip');
  const { rtc } = written({ nodeIp: '203.0.113.7' });
  expect(rtc).toMatchObject({ node_ip: '203.0.113.7', enable_loopback_candidate: false });
  expect(written({ nodeIp: '127.0.0.1' }).rtc.enable_loopback_candidate).toBe(true);
});

test('guests reach the node address where its packets arrive, not at another address of this machine', async () => {
  const nodeIp = '203.0.113.7';
  expect(written({ nodeIp }, '10.0.0.5').rtc.ips).toEqual({ includes: ['10.0.0.5/32', '::/0'] });
  const six = written({ nodeIp: '2001:db8::7' }, '2001:db8::7').rtc.ips;
  expect(six).toEqual({ includes: ['2001:db8::7/128', '0.0.0.0/0'] });
  expect(written({}).rtc).not.toHaveProperty('ips');
  for (const own of ['127.0.0.1', '::1']) expect(await localAddressTo(own)).toBe(own);
  for (const { address, family, scopeid } of Object.values(networkInterfaces()).flatMap(
    (all) => all ?? [],
  ))
    if (!scopeid) expect([family, await localAddressTo(address)]).toEqual([family, address]);
});

test('LiveKit may choose among the addresses of this machine when none of them leads to the node address', async () => {
  // Too long for a name, so that nobody is asked.
  const unreachable = 'x'.repeat(300);
  expect(await localAddressTo(unreachable)).toBeNull();
});

test('no public STUN server learns the addresses of guests or of this machine', () => {
  // An empty list would mean LiveKit's own: Google's and Twilio's.
  expect(written({}).rtc.stun_servers).toEqual(['127.0.0.1:3']);
  expect(written({ nodeIp: '203.0.113.7' }).rtc.stun_servers).toEqual(['127.0.0.1:3']);
  // A guest whom LiveKit sends to TURN over TLS only would be told to ask its own.
  const turn = { domain: 'turn.test', tlsPort: 4, udpPort: 443 };
  expect(written({ nodeIp: '203.0.113.7', turn }).rtc.stun_servers).toEqual(['127.0.0.1:3']);
});

test('there is no TURN server unless asked for, and it relays to the media server only', () => {
  expect(written({})).not.toHaveProperty('turn');
  const turn = { domain: 'turn.test', tlsPort: 4, udpPort: 443 };
  const config = written({ nodeIp: '10.77.0.1', turn }).turn;
  expect(config).toMatchObject({
    enabled: true,
    domain: 'turn.test',
    tls_port: 4,
    external_tls: true,
    udp_port: 443,
    allow_restricted_peer_cidrs: ['10.77.0.1/32'],
  });
  expect(config.deny_peer_cidrs).toEqual(['::/0', ...allBut('10.77.0.1')]);
});

test.each(['10.77.0.1', '203.0.113.255', '0.0.0.0', '255.255.255.255'])(
  'the networks outside that of %s contain every other address',
  (address) => {
    const networks = new BlockList();
    for (const network of allBut(address)) {
      const [start = '', bits] = network.split('/');
      networks.addSubnet(start, Number(bits));
    }
    const others = [
      '1.2.3.4',
      '10.77.0.0',
      '10.77.0.2',
      '127.0.0.1',
      '203.0.113.254',
      '255.255.255.254',
    ];
    expect(others.filter((other) => !networks.check(other))).toEqual([]);
    expect(networks.check(address)).toBe(false);
  },
);
