// Work handed to somebody: `Bob, can you …`, `Can you …, Bob?`, `Bob will …`, and work that is still free. English.

import {
  ASKED_FIRST,
  ASKED_LAST,
  ASKED_MID,
  ASKED_YOU,
  COMMAND,
  COMMON_NAMES,
  DO_PLEASE,
  FREE,
  IDLE,
  ITEM_FOR,
  ITEM_TO,
  LET_HAVE,
  NAME_DO,
  NAME_DOES,
  PASSIVE,
  TAG,
  TO_NAME,
  WHO_DOES,
  WILL,
  YOU_WERE,
} from './assignment-words.ts';
import { isConditional, isNarrated, isWish } from '../text/detect-mood.ts';
import type { OwnerFinder } from './resolve-owner.ts';

export type Assignment =
  | {
      readonly kind: 'named';
      readonly owner: string;
      readonly verbPhrase: string;
      readonly asked: boolean;
    }
  | {
      readonly kind: 'you';
      readonly verbPhrase: string;
      readonly asked: boolean;
      readonly onlyIfAccepted?: true;
    }
  | { readonly kind: 'anyone'; readonly verbPhrase: string };

/** What one clause hands to whom; null when it hands out nothing. */
export function findAssignment(
  said: string,
  isQuestion: boolean,
  owners: OwnerFinder,
): Assignment | null {
  const clause = said.replace(TAG, '');
  return isNarrated(clause) || isConditional(clause)
    ? null
    : (namedIn(clause, isQuestion, owners) ?? unnamedIn(clause, isQuestion));
}

function namedIn(clause: string, isQuestion: boolean, owners: OwnerFinder): Assignment | null {
  const first = ASKED_FIRST.exec(clause);
  const named = (
    owner: string | undefined,
    verbPhrase: string | undefined,
    asked: boolean,
  ): Assignment | null => {
    if (owner === undefined || verbPhrase === undefined || IDLE.test(verbPhrase)) return null;
    const known = nameIn(owner, owners);
    return known === null ? null : { kind: 'named', owner: known, verbPhrase, asked };
  };
  if (first !== null) {
    if (/you (?:can|should)$/i.test(first[2] ?? '') && isWish(clause)) return null;
    const found = named(first[1], first[3], true);
    if (found !== null) return found;
    if (
      /^\p{Lu}\p{L}+,? (?=(?:can|could|would|will) you\b)/u.test(clause) &&
      owners.ofName(first[1] ?? '') === null
    )
      return unnamedIn(clause.replace(/^\S+\s/u, ''), isQuestion);
  }
  const last = ASKED_LAST.exec(clause);
  if (last !== null) {
    const [, word, name] = /^(\p{Ll}+) (\p{L}+)$/u.exec(last[2] ?? '') ?? [];
    const found =
      named(last[2], last[1], true) ??
      (word === undefined ? null : named(name, `${last[1] ?? ''} ${word}`, true));
    if (found !== null) return found;
  }
  const mid = ASKED_MID.exec(clause);
  if (mid !== null) {
    const found = named(mid[1], mid[2], true);
    if (found !== null) return found;
  }
  const were = YOU_WERE.exec(clause);
  if (were !== null) return named(were[1], were[2], true);
  if (isQuestion || isWish(clause)) return null;
  const item = ITEM_FOR.exec(clause) ?? ITEM_TO.exec(clause) ?? LET_HAVE.exec(clause);
  if (item !== null) return named(item[1], item[2], false);
  const given = TO_NAME.exec(clause);
  if (given !== null) return named(given[2], `take ${given[1] ?? ''}`, false);
  const direct = NAME_DO.exec(clause);
  if (direct !== null) {
    const found = named(direct[1], direct[2], true);
    if (found !== null) return found;
  }
  const does = NAME_DOES.exec(clause);
  if (does !== null)
    return named(
      does[1],
      `${baseForm(does[2] ?? '').replace(/^doe$/, 'do')} ${does[3] ?? ''}`,
      false,
    );
  const will = WILL.exec(clause);
  if (will === null) return null;
  const owning = /\b(?:is responsible for|takes care of|owns|takes over|takes)\s/i.exec(will[0]);
  const phrase =
    owning === null
      ? will[2]
      : `${owning[0]
          .trim()
          .replace(/^is responsible for$/i, 'be responsible for')
          .replace(/^(\w+?)s\b/, '$1')} ${will[2] ?? ''}`;
  return owning === null ? named(will[1], phrase, false) : owned(will[1], phrase ?? '', owners);
}

function owned(
  name: string | undefined,
  verbPhrase: string,
  owners: OwnerFinder,
): Assignment | null {
  const known = nameIn(name ?? '', owners);
  return known === null ? null : { kind: 'named', owner: known, verbPhrase, asked: false };
}

function unnamedIn(clause: string, isQuestion: boolean): Assignment | null {
  const doer = WHO_DOES.exec(clause);
  if (doer?.[1] !== undefined && !IDLE.test(doer[1]))
    return { kind: 'anyone', verbPhrase: `${baseForm(doer[1])} ${doer[2] ?? ''}` };
  const free = FREE.exec(clause);
  if (free?.[1] !== undefined) {
    const verbPhrase = /^who takes\b/i.test(clause) ? `take ${free[1]}` : free[1];
    return IDLE.test(verbPhrase) || /^(?:decide|agree|discuss|choose|figure)\b/i.test(verbPhrase)
      ? null
      : { kind: 'anyone', verbPhrase };
  }
  const passive = isQuestion || isWish(clause) ? null : PASSIVE.exec(clause);
  if (
    passive?.[1] !== undefined &&
    !/^(?:it|that|this|there|they|we|you|i|what|which|who|everything|something|nothing)\b/i.test(
      passive[1],
    )
  )
    return { kind: 'anyone', verbPhrase: passive[1] };
  const pleased = isQuestion ? null : DO_PLEASE.exec(clause);
  if (pleased?.[1] !== undefined && !IDLE.test(pleased[1]))
    return { kind: 'you', verbPhrase: pleased[1], asked: true };
  const command = isQuestion ? null : COMMAND.exec(clause);
  if (command?.[1] !== undefined && !IDLE.test(command[1]))
    return { kind: 'you', verbPhrase: command[1], asked: true, onlyIfAccepted: true };
  const you = ASKED_YOU.exec(clause);
  if (you?.[2] === undefined || IDLE.test(you[2])) return null;
  const ask = (you[1] ?? '').toLowerCase();
  if (
    /^(?:you should|you need to|you have to)$/.test(ask) &&
    !isWish(clause.replace(/\bshould\b/i, ''))
  )
    return { kind: 'you', verbPhrase: you[2], asked: true, onlyIfAccepted: true };
  if (
    /^(?:you|you can|you should|you will|you'll|you have to|you need to|you take|you own|go ahead and|will you)$/.test(
      ask,
    )
  )
    return null;
  if (isWish(clause.replace(/^(?:could|would) you|^i'd like you to/i, ''))) return null;
  return { kind: 'you', verbPhrase: you[2], asked: isQuestion || /^please$/.test(ask) };
}

/** `fixes` is `fix`, `carries` is `carry`, `writes` is `write`. */
/** `books` is `book`. */
export function baseForm(verb: string): string {
  return verb
    .replace(/ies$/i, 'y')
    .replace(/((?:[sx]|ch|sh))es$/i, '$1')
    .replace(/([^s])s$/i, '$1');
}

/** A speaker's display name; a name that is also a word counts only with its capital letter. */
function nameIn(spoken: string, owners: OwnerFinder): string | null {
  const first = spoken.split(' ')[0] ?? '';
  if (
    COMMON_NAMES.has(first) ||
    /^(?:we|you|they|he|she|it|i|that|this|there|who|what|and|so|then|but|the|everyone|someone|somebody|nobody|everybody|which|can|could|would|do|did|are|should|please)$/i.test(
      first,
    )
  )
    return null;
  return owners.ofName(spoken) ?? (spoken.includes(' ') ? owners.ofName(first) : null);
}
