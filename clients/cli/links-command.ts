import type { GuestLink } from '../../contract/generated/api.ts';
import type { ParleyClient } from '../sdk-typescript/client.ts';
import { clientUsage, countOf, readArguments } from './client-pages.ts';
import { table } from './table.ts';
import { UsageError } from './arguments-of.ts';

export async function linksCommand(
  client: ParleyClient,
  [verb, ...args]: string[],
): Promise<string> {
  switch (verb) {
    case 'create':
      return create(client, args);
    case 'list': {
      const given = readArguments('links list', args);
      const links = await client.guestLinks.list(given.positionals[0] ?? '');
      return given.flag('json') ? JSON.stringify(links) : tableOf(links);
    }
    case 'revoke': {
      const given = readArguments('links revoke', args);
      const [meetingRef = '', guestLinkRef = ''] = given.positionals;
      await client.guestLinks.revoke(meetingRef, guestLinkRef);
      return given.flag('json')
        ? JSON.stringify(await client.guestLinks.read(meetingRef, guestLinkRef))
        : `revoked ${guestLinkRef}`;
    }
    case undefined:
    default:
      throw new UsageError(`Use one of:\n${clientUsage}`);
  }
}

async function create(client: ParleyClient, args: string[]): Promise<string> {
  const given = readArguments('links create', args);
  const [displayName, expiresAt, maxUses] = [
    given.text('name'),
    given.text('expires-at'),
    countOf(given, 'max-uses'),
  ];
  const link = {
    ...(displayName !== undefined && { displayName }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(maxUses !== undefined && { maxUses }),
  };
  const idempotencyKey = given.text('idempotency-key');
  const made = await client.guestLinks.create(given.positionals[0] ?? '', {
    link,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  return given.flag('json') ? JSON.stringify(made) : made.guestUrl;
}

const tableOf = (links: readonly GuestLink[]): string =>
  table(
    ['LINK', 'STATE', 'USES', 'NAME'],
    links.map((link) => [
      link.guestLinkRef,
      link.revokedAt === null ? `until ${link.expiresAt}` : `revoked ${link.revokedAt}`,
      link.maxUses === null ? String(link.uses) : `${link.uses} of ${link.maxUses}`,
      link.displayName ?? '',
    ]),
  );
