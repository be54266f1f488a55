// Makes true sentences of minutes false: by negation, or by another person's name.

const AUXILIARIES =
  'will|would|can|could|should|must|may|might|shall|is|are|was|were|has|have|had|does|do|did';
const AUXILIARY = new RegExp(`\\b(${AUXILIARIES})\\b(?! not\\b)`, 'i');
const DENIED = /\b(?:(?:does|do|did) not |not |never |no longer )/i;
const PAST: Record<string, string> = {
  chose: 'choose',
  found: 'find',
  gave: 'give',
  left: 'leave',
  made: 'make',
  said: 'say',
  spoke: 'speak',
  took: 'take',
  went: 'go',
  began: 'begin',
  felt: 'feel',
  led: 'lead',
  brought: 'bring',
};
const PRESENT = new RegExp(
  `\\b(${[
    'takes|covers|offers|moves|stays|depends|comes|uses|includes|needs|looks|want|wants|agree|decide',
    'charge|charges|carries|drops|opens|works',
  ].join('|')})\\b`,
  'i',
);
const PAST_TENSE = new RegExp(`\\b(?:(\\w{2,}?)(ied|ed)|(${Object.keys(PAST).join('|')}))\\b`, 'i');

/** The contrary; null where no rule is at hand. */
export function negated(text: string): string | null {
  if (/\bcannot\b/i.test(text)) return text.replace(/\bcannot\b/i, 'can');
  if (DENIED.test(text)) return capital(text.replace(DENIED, ''));
  if (/^no /i.test(text)) return capital(text.slice(3));
  if (/\b(?:nobody|no one|without|neither|nor|no)\b/i.test(text)) return null;
  if (AUXILIARY.test(text)) return text.replace(AUXILIARY, '$1 not');
  if (PRESENT.test(text)) return text.replace(PRESENT, (verb) => `does not ${verb}`);
  if (PAST_TENSE.test(text))
    return text.replace(PAST_TENSE, (verb, stem: string, ending: string) =>
      ending === undefined
        ? `did not ${PAST[verb.toLowerCase()]}`
        : `did not ${ending === 'ied' ? `${stem}y` : stem}`,
    );
  return null;
}

/** An action item that asks for the contrary. */
export function negatedTask(text: string): string {
  return AUXILIARY.test(text)
    ? text.replace(AUXILIARY, '$1 not')
    : `Do not ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

export type Person = { displayName: string; mention: RegExp };

/** How minutes speak of the people of a meeting. */
export function peopleOf(displayNames: readonly string[]): Person[] {
  return displayNames.map((displayName) => {
    const [first = displayName] = displayName.replace(/^Dr\. /, '').split(' ');
    const role = ROLES[displayName];
    return { displayName, mention: role ?? new RegExp(`\\b(?:${displayName}|${first})\\b`) };
  });
}

const ROLES: Record<string, RegExp> = {
  'Project Manager': /\b(?:project manager|PM)\b/i,
  Marketing: /\bmarketing (?:expert|executive|manager|specialist)\b/i,
  'User Interface': /\b(?:user )?interface (?:designer|specialist|expert)\b/i,
  'Industrial Designer': /\bindustrial designer\b/i,
};

/** The same of another person who was there; null when the text names nobody. */
export function personSwapped(text: string, people: readonly Person[]): string | null {
  const at = people.findIndex(({ mention }) => mention.test(text));
  const person = people[at];
  const other = people[(at + 1) % people.length];
  if (person === undefined || other === undefined || people.length < 2) return null;
  return text.replace(person.mention, other.displayName);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
