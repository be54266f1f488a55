// `node dev/proof/reachability.ts`, as root, with iproute2, nftables and what `npm test` sets up: the product behind
// its own TLS in one network namespace, two guests in another behind four firewalls. Prints a table: which way the
// sound took, the milliseconds from Join to the other's first sound, and what the page /check finds.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { chromiumPath } from '../../setup/places.mjs';
import { writeCertificate } from '../world/certificate.ts';
import { type Guest, inState } from '../world/media/guest.ts';
import { launchBrowser } from '../world/media/launch-browser.ts';
import { hears, listenIn, type Listening } from '../world/media/observed-guest.ts';
import { clearAway, startParley } from '../world/service/start-parley.ts';

const SERVER = { name: 'parley-server', address: '10.77.0.1' };
const GUESTS = { name: 'parley-guests', address: '10.77.0.2' };
const [BRIDGE, BRIDGE_NETWORK] = ['172.17.0.1/16', '172.17.0.0/16'];
const [PAGE, TURN] = ['meet.test', 'turn.test'];
const HOSTS_FOLDER = `/etc/netns/${GUESTS.name}`;

/** Outgoing traffic that the guests' firewall allows; answers may come in. */
const FIREWALLS = {
  'everything open': 'accept',
  'UDP blocked': 'meta l4proto != udp accept',
  'only port 443 open, TCP and UDP': 'meta l4proto { tcp, udp } th dport 443 accept',
  'only TCP 443 open': 'tcp dport 443 accept',
};

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'inherit' });
const inGuests = (...args: string[]) =>
  execFileSync('ip', ['netns', 'exec', GUESTS.name, ...args], { stdio: 'inherit' });

function makeNetwork(): void {
  removeNetwork();
  for (const { name } of [SERVER, GUESTS]) ip('netns', 'add', name);
  ip(
    'link',
    'add',
    'veth0',
    'netns',
    SERVER.name,
    'type',
    'veth',
    'peer',
    'veth0',
    'netns',
    GUESTS.name,
  );
  for (const { name, address } of [SERVER, GUESTS]) {
    ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'veth0');
    for (const link of ['lo', 'veth0']) ip('-n', name, 'link', 'set', link, 'up');
  }
  // As of a container bridge: an address of the server that no guest reaches.
  const bridge = ['netns', SERVER.name, 'type', 'veth', 'peer', 'bridge1', 'netns', SERVER.name];
  ip('link', 'add', 'bridge0', ...bridge);
  ip('-n', SERVER.name, 'address', 'add', BRIDGE, 'dev', 'bridge0');
  for (const link of ['bridge0', 'bridge1']) ip('-n', SERVER.name, 'link', 'set', link, 'up');
  ip('-n', GUESTS.name, 'route', 'add', 'blackhole', BRIDGE_NETWORK);
  // A browser without a default route considers itself offline.
  ip('-n', GUESTS.name, 'route', 'add', 'default', 'via', SERVER.address);
  mkdirSync(HOSTS_FOLDER, { recursive: true });
  writeFileSync(
    `${HOSTS_FOLDER}/hosts`,
    `127.0.0.1 localhost\n${SERVER.address} ${PAGE} ${TURN}\n`,
  );
}

function removeNetwork(): void {
  for (const { name } of [SERVER, GUESTS]) spawnSync('ip', ['netns', 'delete', name]);
  rmSync(HOSTS_FOLDER, { recursive: true, force: true });
}

function setFirewall(rule: string): void {
  inGuests('nft', 'flush', 'ruleset');
  inGuests('nft', 'add', 'table', 'inet', 'wall');
  for (const hook of ['output', 'input'])
    inGuests(
      'nft',
      `add chain inet wall ${hook} { type filter hook ${hook} priority 0; policy drop; }`,
    );
  inGuests('nft', 'add rule inet wall output oif lo accept');
  inGuests('nft', 'add rule inet wall input iif lo accept');
  inGuests('nft', 'add rule inet wall input ct state established,related accept');
  inGuests('nft', 'add rule inet wall output ct state established,related accept');
  inGuests('nft', `add rule inet wall output ${rule}`);
}

/** A browser within the guests' namespace, whose microphone beeps every second. */
async function openGuest(name: string, program: string): Promise<Guest> {
  const browser = await launchBrowser(['--ignore-certificate-errors'], program);
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
  const page = await context.newPage();
  const close = () => browser.close();
  return { page, browser, mark: '', name, close };
}

/** Resolves in the room, with the moment of the press. */
async function join(guest: Guest, guestUrl: string): Promise<number> {
  await listenIn(guest);
  await guest.page.goto(guestUrl);
  await guest.page.getByRole('button', { name: 'Turn camera off' }).click();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill(guest.name);
  const pressedAt = Date.now();
  await guest.page.getByRole('button', { name: 'Join meeting' }).click();
  await inState(guest, 'joined');
  return pressedAt;
}

/** The kind of the local candidate that sound takes, with its protocol. */
function wayOf({ page }: Guest): Promise<string> {
  return page.evaluate(async () => {
    const ways = new Set<string>();
    for (const connection of (globalThis as Listening).connections ?? []) {
      const stats = await connection.getStats();
      for (const stat of stats.values()) {
        if (stat.type !== 'transport') continue;
        const pair = stats.get(stat.selectedCandidatePairId);
        const local = pair && stats.get(pair.localCandidateId);
        if (local) ways.add(`${local.candidateType} ${local.relayProtocol ?? local.protocol}`);
      }
    }
    return [...ways].join(', ');
  });
}

async function checkedWays(program: string): Promise<string> {
  const { page, close } = await openGuest('Check', program);
  await page.goto(`https://${PAGE}/check`);
  const isDone = () => document.documentElement.dataset['parleyCheck'] === 'done';
  await page.waitForFunction(isDone, undefined, { timeout: 120_000 });
  const rows = await page.getByRole('listitem').allInnerTexts();
  await close();
  return rows.map((row) => row.replace(/\s+/g, ' ').trim()).join('; ');
}

async function prove(folder: string): Promise<void> {
  const files = await writeCertificate(folder, [PAGE, TURN]);
  const program = joinPath(folder, 'chromium');
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${GUESTS.name} ${chromiumPath()} "$@"\n`);
  chmodSync(program, 0o755);
  const parley = await startParley({
    env: {
      PARLEY_PUBLIC_URL: `https://${PAGE}`,
      PARLEY_TLS_CERT: files.certFile,
      PARLEY_TLS_KEY: files.keyFile,
      PARLEY_TURN_DOMAIN: TURN,
      PARLEY_MEDIA_NODE_IP: SERVER.address,
    },
  });
  const client = createClient({
    baseUrl: `http://127.0.0.1:${parley.env['PARLEY_PORT']}`,
    apiKey: parley.apiKey,
  });
  try {
    for (const [firewall, rule] of Object.entries(FIREWALLS)) {
      setFirewall(rule);
      const { guestLinks } = await client.meetings.create({ title: 'Reach', guestLinks: [{}] });
      const guestUrl = guestLinks?.[0]?.guestUrl ?? '';
      const [ana, ben] = [await openGuest('Ana', program), await openGuest('Ben', program)];
      await join(ana, guestUrl);
      const pressedAt = await join(ben, guestUrl);
      await Promise.all([hears(ana), hears(ben)]);
      const heardMs = Date.now() - pressedAt;
      console.log(
        `${firewall}: heard after ${heardMs} ms, by ${await wayOf(ana)}; ${await wayOf(ben)}`,
      );
      await Promise.all([ana.close(), ben.close()]);
      console.log(`  /check: ${await checkedWays(program)}`);
    }
  } finally {
    await clearAway(parley);
  }
}

if (process.argv[2] === 'inside') await prove(process.argv[3] ?? '');
else {
  const folder = mkdtempSync(joinPath(tmpdir(), 'parley-reach-'));
  chmodSync(folder, 0o755);
  makeNetwork();
  try {
    const inside = ['netns', 'exec', SERVER.name, process.execPath, import.meta.filename, 'inside'];
    execFileSync('ip', [...inside, folder], { stdio: 'inherit' });
  } finally {
    removeNetwork();
    rmSync(folder, { recursive: true, force: true });
  }
}
