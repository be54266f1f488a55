import { afterEach, expect, test, vi } from 'vitest';
import { formatMoment } from '../console/i18n/format.ts';
import { en as consoleTexts } from '../console/i18n/languages/en.ts';
import { en } from './languages/en.ts';
import { language, loadLanguage, timeOfDay } from './messages.ts';
import { localeFor } from './page-language.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the language chosen last wins, even when an earlier one loads later', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await Promise.all([loadLanguage('ar'), loadLanguage('en')]);
  expect(language.get()).toBe('en');
  await loadLanguage('ar');
  expect(language.get()).toBe('ar');
  await loadLanguage('en');
});

/** Each text by the names that lead to it. */
function textsIn(from: object, path = ''): [string, string][] {
  return Object.entries(from).flatMap(([name, text]: [string, unknown]): [string, string][] => {
    if (typeof text === 'string') return [[`${path}.${name}`, text]];
    return typeof text === 'object' && text !== null ? textsIn(text, `${path}.${name}`) : [];
  });
}

test.each(['ar', 'de', 'es', 'fr', 'ja', 'pt'])(
  'what the room and the console call the same in English, they call the same in %s',
  async (code) => {
    const [room, console] = [
      await import(`./languages/${code}.ts`),
      await import(`../console/i18n/languages/${code}.ts`),
    ].map((texts) => new Map(textsIn(texts[code])));
    const inConsole = textsIn(consoleTexts);
    const differing = textsIn(en).flatMap(([inRoom, text]) =>
      inConsole
        .filter(([, other]) => other.toLowerCase() === text.toLowerCase())
        .map(([other]) => [inRoom, room?.get(inRoom), console?.get(other)] as const)
        .filter(([, ours, theirs]) => ours === undefined || ours !== theirs),
    );
    expect(differing).toEqual([]);
  },
);

test('in French no line begins with a question mark, a colon or a closing quote', async () => {
  const { fr: room } = await import('./languages/fr.ts');
  const { fr: console } = await import('../console/i18n/languages/fr.ts');
  const all = [...textsIn(room), ...textsIn(console)];
  expect(all.filter(([, text]) => / [?!;:»]|« /.test(text))).toEqual([]);
});

test.each(['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt'])(
  'who raises a hand or asks to come in twice is spoken of as one person in %s',
  async (code) => {
    const { [code]: texts } = await import(`./languages/${code}.ts`);
    const { people_joined, people_left, hands_raised, screens_shared } = texts.notices;
    for (const say of [
      people_joined,
      people_left,
      hands_raised,
      screens_shared,
      texts.host.people_waiting,
    ])
      expect(say(['Ben', 'Ben'])).toEqual(say(['Ben']));
  },
);

test.each(['en', 'ar', 'de', 'es', 'fr', 'pt'])(
  'messages from two people are not spoken of as one message in %s',
  async (code) => {
    const { [code]: texts } = await import(`./languages/${code}.ts`);
    const { chat_from: say } = texts.notices;
    expect(say(['Ben', 'Ana'])[0]).not.toEqual(say(['Ben'])[0]);
    expect(say(['Ben', 'Ben'])).toEqual(say(['Ben']));
  },
);

test.each([
  ['es', '¿Terminar', 'todos?'],
  ['fr', 'Terminer', 'tous\u00a0?'],
  ['ar', 'إنهاء', 'للجميع؟'],
  ['ja', '全員', '終了しますか？'],
])('the question before the end of a meeting is a question in %s', async (code, begin, end) => {
  const { [code]: texts } = await import(`./languages/${code}.ts`);
  expect(texts.host.endTitle.startsWith(begin)).toBe(true);
  expect(texts.host.endTitle.endsWith(end)).toBe(true);
});

test('a problem with a device has the punctuation of the language', async () => {
  const { fr } = await import('./languages/fr.ts');
  const { ja } = await import('./languages/ja.ts');
  expect(fr.deviceError('camera', 'missing').title).toMatch(/^Caméra\u00a0: /);
  expect(ja.deviceError('camera', 'missing').title).toMatch(/^カメラ：/);
  expect([en.sentence('A'), fr.sentence('A'), ja.sentence('A')]).toEqual(['A.', 'A.', 'A。']);
});

test.each([
  [['fr', 'de-CH', 'de'], 'de-CH'],
  [['de_DE', 'de@posix', 'de-AT'], 'de-AT'],
  [['de-DE@posix'], 'de'],
])('a guest whose browser prefers %j reads German dates as in %s', (languages, locale) => {
  vi.stubGlobal('navigator', { languages });
  expect(localeFor('de')).toBe(locale);
});

test.each([
  ['en-GB', '22:40', /^8 Jan 2027, 22:40$/],
  ['en-US', '10:40 PM', /^Jan 8, 2027, 10:40 PM$/],
])('a guest whose browser is in %s reads the time of a message as %s', (tag, time, moment) => {
  vi.stubGlobal('navigator', { languages: [tag] });
  const at = new Date(2027, 0, 8, 22, 40);
  const plain = (text: string) => text.replaceAll('\u202f', ' ');
  expect(plain(timeOfDay(at.getTime()))).toBe(time);
  expect(plain(formatMoment(at.toISOString()))).toMatch(moment);
});
