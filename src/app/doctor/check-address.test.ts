import { expect, test } from 'vitest';
import { freePorts } from '../../../dev/world/free-ports.ts';
import { readSettings } from '../config/read-settings.ts';
import { checkPorts, faultOfPort } from './check-address.ts';

test('a host that is no address of this machine is not taken for a port in use', async () => {
  const [port, ops, http, tcp, udp] = (await freePorts(5)).map(String);
  const settings = readSettings({
    PARLEY_HOST: '192.0.2.7',
    PARLEY_PORT: port,
    PARLEY_OPS_HOST: 'nowhere.invalid',
    PARLEY_OPS_PORT: ops,
    PARLEY_MEDIA_PORT: http,
    PARLEY_MEDIA_TCP_PORT: tcp,
    PARLEY_MEDIA_UDP_PORT: udp,
  });
  expect(await checkPorts(settings, false)).toEqual([
    {
      check: 'ports',
      found: `port ${port} cannot be used: 192.0.2.7 is not an address of this machine`,
      fix: 'Correct PARLEY_HOST.',
    },
    {
      check: 'ports',
      found: `port ${ops} cannot be used: nowhere.invalid is not an address of this machine`,
      fix: 'Correct PARLEY_OPS_HOST.',
    },
  ]);
});

test('a port below 1024 on which this user may not listen is not taken for one in use', () => {
  const port = { setting: 'PARLEY_PORT', port: 443, host: '0.0.0.0' };
  expect(faultOfPort(port, 'EACCES')).toEqual({
    check: 'ports',
    found: 'this user may not listen on port 443',
    fix: 'Let this user listen below 1024 (CAP_NET_BIND_SERVICE), or set PARLEY_PORT to a port above 1023.',
  });
});
