// A multilingual Whisper ends the process when given a language that it does not know.

const KNOWN = new Set(
  (
    'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ' +
    'ha haw he hi hr ht hu hy id is it ' +
    'ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa ' +
    'pl ps pt ro ru sa sd si sk sl sn so ' +
    'sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh'
  ).split(' '),
);
/** Other codes of languages that it knows. */
const SAME: Record<string, string> = { nb: 'no', jv: 'jw', fil: 'tl', iw: 'he', cmn: 'zh' };

/**
 * Whisper's code for a language tag (BCP 47); empty if it has none, so that it detects the language.
 * Pure.
 */
export function whisperLanguage(languageCode: string | null): string {
  const language = /^[a-z]+/i.exec(languageCode ?? '')?.[0].toLowerCase() ?? '';
  const code = SAME[language] ?? language;
  return KNOWN.has(code) ? code : '';
}
