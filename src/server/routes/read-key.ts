import type { Key } from '../../../contract/generated/api.ts';
import { readApiKey } from '../../core/api-key/read-api-key.ts';
import { type Answer, answerJson } from '../http/answer.ts';
import type { ApiCall } from '../http/call.ts';
import { chooseMediaType } from '../http/read-headers.ts';
import { MAX_HELD_READS } from '../rates/rate-limits.ts';
import type { ServerContext } from '../server-context.ts';

export async function readKeyRoute(
  { core, limits }: ServerContext,
  call: ApiCall,
): Promise<Answer> {
  chooseMediaType(call.accept, ['application/json']);
  const { readPerMinute, writePerMinute } = limits.rates;
  const key: Key = {
    ...(await readApiKey(core, call.actor)),
    limits: {
      readPerMinute: readPerMinute || null,
      writePerMinute: writePerMinute || null,
      heldReads: MAX_HELD_READS,
    },
  };
  return answerJson(200, key);
}
