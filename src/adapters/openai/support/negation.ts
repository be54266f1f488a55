// Whether a sentence affirms or negates something, clause by clause.

export type Clause = {
  text: string;
  denies: boolean;
  /** "Not postponed": a double negation. */
  deniesReversal: boolean;
  /** It has a verb that negates without a `not`: what is dropped is not done. */
  reverses: boolean;
  /** "No." as an answer to the previous speaker. */
  isNo: boolean;
};

const DENIALS: Record<string, RegExp> = {
  en: wordIn(
    "not|no|never|none|nobody|nothing|nowhere|without|cannot|neither|nor|\\w+n't|dont|wont|cant|hardly|barely|lack\\w*",
  ),
  de: wordIn('nicht|kein\\w*|nie|niemals|niemand|nichts|ohne|weder'),
  fr: wordIn('pas|jamais|aucun\\w*|sans|ni|non|rien|personne'),
  es: wordIn('no|nunca|jamás|nada|nadie|sin|ningun\\w*|ningún|tampoco'),
  pt: wordIn('não|nunca|jamais|nada|ninguém|sem|nenhum\\w*'),
  it: wordIn('non|mai|nessun\\w*|senza|niente|nulla'),
  nl: wordIn('niet|geen|nooit|zonder|niemand|niets'),
};

const BREAKS: Record<string, RegExp> = {
  en: /[.!?;:。！？]+|,\s|\s(?:but|because|so|if|though|although|while|unless|and|or|instead of|rather than)\s/iu,
};
const ANY_BREAK = /[.!?;:。！？]+|,\s/u;
/** Unpunctuated speech has no visible clauses, so long ones are split. */
const MAX_CLAUSE_WORDS = 18;

/** A `no` that does not negate the subject. */
const EMPTY_DENIALS = new RegExp(
  [
    "\\b(?:i|we|you) (?:do not|don't|didn't) (?:know|mind|remember|care|worry)\\b",
    "\\b(?:i am|i'm|am) not (?:quite |so |really )?sure\\b|\\bnot sure\\b",
    '\\bno (?:problem|worries|doubt|objections?|idea|matter|need to worry|one else)\\b',
    "\\bwhy (?:not|don't (?:we|you))\\b|\\b(?:can|could|should|do) we not\\b",
    "\\b(?:is|are|was|do|does|did|wo|ca|could|should|would)n't (?:it|we|you|they|he|she|i)\\b",
    "\\bnot (?:only|just|even)\\b|\\bdon't forget\\b|\\b(?:whether or|or|if) not\\b",
    "\\bno (?:later|longer) than\\b|\\bno reason\\b|n't see (?:a|any) reason\\b",
    '\\bnothing but\\b|\\bnobody minds\\b|\\bno more than\\b',
  ].join('|'),
  'gi',
);

const REVERSAL = [
  '\\b(?:postpon|defer|reject|cancel|refus|stop|drop|remov|skip|avoid|against|exclud|declin|fail|oppos)\\w*',
  '\\b(?:unable|impossible|discard|omit|instead|absent|prevent|rid of)\\w*',
  "\\b(?:leav|left)\\w*\\b.{0,30}\\bout\\b|(?:is|'s) out\\b",
].join('|');
const REVERSES = new RegExp(REVERSAL, 'i');
/** "Not postponed", "does not want to stop": at most two words in between. */
const DENIED_REVERSAL = new RegExp(
  `\\b(?:not|never|\\w+n't)\\s(?:[\\w']+\\s){0,2}(?:${REVERSAL})`,
  'i',
);

/** The clauses of a text in order. In languages whose negations are unknown, nothing is negated. */
export function clausesOf(text: string, language: string | null): Clause[] {
  const code = /^[a-z]+/i.exec(language ?? 'en')?.[0].toLowerCase() ?? 'en';
  return text
    .replaceAll('’', "'")
    .replace(EMPTY_DENIALS, ' ')
    .split(BREAKS[code] ?? ANY_BREAK)
    .flatMap(shortened)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({
      text: part,
      denies: (DENIALS[code]?.test(part) ?? false) && !isNo(part),
      deniesReversal: DENIED_REVERSAL.test(part),
      reverses: REVERSES.test(part),
      isNo: isNo(part),
    }));
}

function isNo(part: string): boolean {
  return /^(?:(?:no|nope|nein|non|nee|não)[\s-]*)+$/i.test(part.trim());
}

function shortened(part: string): string[] {
  const words = part.split(/\s+/);
  if (words.length <= MAX_CLAUSE_WORDS) return [part];
  const parts: string[] = [];
  for (let at = 0; at < words.length; at += MAX_CLAUSE_WORDS)
    parts.push(words.slice(at, at + MAX_CLAUSE_WORDS).join(' '));
  return parts;
}

function wordIn(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}'])(?:${words})(?![\\p{L}])`, 'iu');
}
