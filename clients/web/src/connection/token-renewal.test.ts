import { afterEach, expect, test, vi } from 'vitest';
import { scriptedAdmission, scriptService, TOKEN_MS } from '../../../../dev/world/guest-page.ts';
import { TokenRenewal } from './token-renewal.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a renewal whose answer comes after the end of the connection is the last one', async () => {
  vi.useFakeTimers();
  const answer = Promise.withResolvers<Response>();
  const asked = scriptService(() => answer.promise);
  const onRenewed = vi.fn();
  const renewal = new TokenRenewal({ onRenewed, onGone: onRenewed });
  renewal.schedule(scriptedAdmission(1));
  await vi.advanceTimersByTimeAsync(TOKEN_MS);
  expect(asked).toEqual(['renew']);
  renewal.stop();
  answer.resolve(Response.json(scriptedAdmission(2)));
  await vi.advanceTimersByTimeAsync(2 * TOKEN_MS);
  expect(asked).toEqual(['renew']);
  expect(onRenewed).not.toHaveBeenCalled();
});
