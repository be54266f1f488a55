import { claimLinkKey } from '../../store/link-key.ts';
import type { Ctx } from '../context.ts';
import { linkKeyFingerprint } from './link-secret.ts';

/**
 * Rejects when processes on this database use another key of the same id: links that one of them makes would be refused by
 * the other, and webhooks signed with a secret that nobody was told. `path` is named to the operator.
 */
export async function agreeOnLinkKeys({ db, linkKeys }: Pick<Ctx, 'db' | 'linkKeys'>, path: string): Promise<void> {
  for (const keyId of Object.keys(linkKeys.keys)) {
    const own = linkKeyFingerprint(linkKeys, keyId);
    if ((await claimLinkKey(db, keyId, own)) !== own) throw new Error(foreignKey(path, keyId));
  }
}

function foreignKey(path: string, keyId: string): string {
  return `${path} is not the file that the guest links and webhooks in this database were made with.
  Copy link-keys.json from the data folder of another machine, or from the backup that belongs to this database.
  If it is lost, so are those links and secrets: write another name for ${keyId} into ${path}, in both places, and start again.`;
}
