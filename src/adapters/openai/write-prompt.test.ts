import { expect, it } from 'vitest';
import { mapMessages, tokensAtMost } from './write-prompt.ts';

it.each([
  ['English', 'Anna: We decided to ship the new release on Friday, not on Thursday.', 16],
  ['German', 'Wir haben beschlossen, den Vertrag mit dem Lagerhaus zu verlängern.', 18],
  ['Chinese', '我们决定星期五发布新版本。', 8],
  ['Russian', 'Мы решили выпустить новую версию в пятницу.', 17],
  ['a numbered line', "[1234] Project Manager: Yeah, uh, so that's it.", 18],
  ['minutes', '{"text":"Ship on Friday","segments":[101,102,103,104,105,106,107]}', 37],
  ['figures', 'It costs 12,450.00 and is due by 2026-05-08.', 28],
])('counts at least the tokens of Qwen2.5, and not twice as many: %s', (_what, text, tokens) => {
  expect(tokensAtMost(text)).toBeGreaterThanOrEqual(tokens);
  expect(tokensAtMost(text)).toBeLessThanOrEqual(2 * tokens);
});

it("tells the model the day of the meeting where it was held, which may not be UTC's", () => {
  const evening = {
    title: null,
    startedAt: '2026-11-24T02:10:00Z',
    timezone: 'America/Los_Angeles',
    languageCode: 'en',
    speakers: [],
    segments: [],
  };
  const [, question] = mapMessages(evening, 0, 0);
  expect(question?.content).toContain('"localDay":"Monday 2026-11-23"');
});
