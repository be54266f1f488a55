// English words that imply a day without naming it: used only if the sentence names no day explicitly.
import { addDays } from './calendar.ts';
import { AROUND_MEAL, HOUR_ENDS, O_CLOCK, TIME, loose } from './date-patterns.ts';
import type { DayRule } from './date-patterns.ts';
import { COUNTS, fridayOf } from './named-dates.ts';
import { source } from '../text/pattern.ts';

/** The end of the talk, of the shift or of the working day. */
const WHEN_OVER = source`
  (?:right\s+)?(?:as soon as|soon as|the second|the minute|the moment|once|when|before)\s+(?:we|i|
  you|they|y'all|yall)(?:'re|'m|re|m|\s+are|\s+am)?\s+(?:all\s+)?(?:done|finished|finish|
  hang\s+up|ring\s+off|break\s+up|wrap\s+up|off|out|gone|leave|go(?:\s+(?:to\s+bed|off|out))?|
  get\s+home|head\s+(?:off|home|out)|clock\s+(?:off|out)|knock\s+off|log\s+off|open|close)`;
/** Followed by anything else, it means another moment: `when I'm done with the draft`. */
const ENDS = source`
  (?:\s+(?:home|here|this|the\s+(?:call|phone)|of\s+(?:here|this)|talking|up|again))*
  (?=\s*(?:[.,!?;]|$|(?:at|and|so|then|before|because|would|please)\b))`;
const CLAUSE_ENDS =
  '(?=\\s*(?:[.,!?;]|$|(?:and|so|then|because|please|but|after|before|if|when)\\b))';

const TOMORROW = [
  source`
    (?<!(?:\d|${COUNTS.slice(1).join('|')})\s+)in\s+the\s+morning|by\s+(?:the\s+)?morning|
    overnight${CLAUSE_ENDS}`,
  source`(?<!the\s+)(?<!\bmy\s+)first\s+thing(?!\s+(?:we|i|you|they|is|was|that|to)\b)`,
];
const TODAY = [
  AROUND_MEAL,
  source`(?:straight\s+|right\s+)?after\s+this(?=\s*(?:[.,!?;]|$|and\b|so\b))`,
  WHEN_OVER + ENDS,
  source`
    on\s+(?:my|the|your|his|her)\s+(?:way\s+(?:out|home|back)|(?:lunch\s+|tea\s+|coffee\s+)?break)|
    at\s+(?:my|the|your|his|her|their)\s+(?:lunch|tea|coffee)\s+break|
    (?:by|before)\s+tonight(?:'?s)?`,
  source`(?:at|by|before|until|till)\s+(?:their\s+|our\s+)?${O_CLOCK}${HOUR_ENDS}`,
  source`(?:at|by|before)\s+(?:lunch|lunchtime|midnight|${TIME.replaceAll('\\.?)', ')')})\.?`,
  source`
    before\s+bed(?:time)?|after\s+service|
    (?:in|on|over|at)\s+my\s+(?:lunch\s+|tea\s+|coffee\s+)?break`,
  source`
    (?:when|once|as\s+soon\s+as|soon\s+as|the\s+(?:minute|second|moment))\s+i(?:'m|m|\s+am)\s+
    (?:in\s+the\s+(?:car|van|truck|office)|on\s+the\s+(?:bus|train|tram)(?:\s+home)?|upstairs|
    downstairs|outside|at\s+my\s+desk)`,
  source`
    (?:before|by)\s+the\s+day\s+is\s+(?:out|over)|
    (?:by|before|at)\s+the\s+end\s+of\s+(?:my|your|the|this|our)\s+shift`,
  source`
    from\s+the\s+(?:car|train|bus)${CLAUSE_ENDS}|
    (?:in\s+)?between\s+(?:patients|meetings|calls|classes|lessons)`,
];

export const LOOSE_DAY_RULES: readonly DayRule[] = [
  ...TOMORROW.map((core) => loose(core, (_found, today) => addDays(today, 1))),
  ...TODAY.map((core) => loose(core, (_found, today) => today)),
  loose(
    source`(?:(?:some\s?time|later|still|by\s+the\s+end\s+of)\s+)?this\s+week`,
    (_found, today) => fridayOf(today, false),
  ),
  loose(source`(?:some\s?time|by|later|during)\s+next\s+week`, (_found, today) =>
    fridayOf(today, true),
  ),
];
