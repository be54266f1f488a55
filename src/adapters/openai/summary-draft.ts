import { Ajv2020 } from 'ajv/dist/2020.js';

/** What the model must answer. Numbers are indexes of segments in the transcript, from 0. */
export type DraftPoint = { text: string; segments: number[] };
export type DraftAction = DraftPoint & { owner: string | null; due: string | null };
type DraftTopic = DraftPoint & { title: string };
export type SummaryDraft = {
  /** Sentences in order. */
  overview: DraftPoint[];
  keyPoints: DraftPoint[];
  decisions: DraftPoint[];
  actionItems: DraftAction[];
  topics: DraftTopic[];
};

// An item without evidence, without words or with a day in another format must not cost the whole answer:
// `keepSupported` leaves it or its day out.
const segments = { type: 'array', items: { type: 'integer' }, maxItems: 200 };
const text = { type: 'string', maxLength: 2000 };

function list(extra: Record<string, object> = {}): object {
  const properties = { text, segments, ...extra };
  return {
    type: 'array',
    maxItems: 200,
    items: { type: 'object', required: Object.keys(properties), properties },
  };
}

const draftSchema = {
  type: 'object',
  required: ['overview', 'keyPoints', 'decisions', 'actionItems', 'topics'],
  properties: {
    overview: list(),
    keyPoints: list(),
    decisions: list(),
    actionItems: list({
      owner: { type: ['string', 'null'], maxLength: 200 },
      due: { type: ['string', 'null'], maxLength: 200 },
    }),
    topics: list({ title: { type: 'string', maxLength: 200 } }),
  },
};

/** The limit that the prompt states. It stops a small model that repeats itself, and its answer stays JSON. */
const MAX_ITEMS_ASKED = 10;
/** The schema has no other limits: servers turn it into a grammar, which length limits of texts would make huge. */
export const answerSchema = withoutBounds(draftSchema);

function withoutBounds(schema: object): object {
  const kept = Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'maxLength') return [];
    if (key === 'maxItems') return [[key, MAX_ITEMS_ASKED] as const];
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [[key, isSchema ? withoutBounds(value) : value] as const];
  });
  const isObject = 'type' in schema && schema.type === 'object';
  return Object.fromEntries(isObject ? [...kept, ['additionalProperties', false]] : kept);
}

const isDraft = new Ajv2020({ strict: true, strictTypes: false }).compile<SummaryDraft>(
  draftSchema,
);

/** The draft in an answer, or what is wrong with the answer. */
export function readDraft(
  answer: string,
): { kind: 'draft'; draft: SummaryDraft } | { kind: 'faulty'; fault: string } {
  const value = objectIn(answer);
  if (value === null) return { kind: 'faulty', fault: 'it is not one JSON object' };
  if (isDraft(value)) return { kind: 'draft', draft: value };
  const [first] = isDraft.errors ?? [];
  return {
    kind: 'faulty',
    fault: `${first?.instancePath || 'the object'} ${first?.message ?? 'does not fit'}`,
  };
}

/** The JSON object in an answer, even inside a code fence or after the model's reasoning. */
export function objectIn(answer: string): unknown {
  const spoken = answer.replace(/^[\s\S]*<\/think>/i, '');
  for (const text of objectsIn(spoken))
    try {
      const value = JSON.parse(text) as unknown;
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    } catch {
      // The next one may be whole.
    }
  return null;
}

/** More braces at the beginning of a line are not tried. */
const MAX_BEGINNINGS = 10;

/** What may be the object: reasoning that is not marked as such may contain braces too. */
function objectsIn(spoken: string): string[] {
  const fenced = [...spoken.matchAll(/```[a-z]*\s([\s\S]*?)```/gi)].map(
    ([, inside = '']) => inside,
  );
  const beginnings = [...spoken.matchAll(/^\{/gm)].map(({ index }) => index);
  const end = spoken.lastIndexOf('}') + 1;
  return [
    ...[Math.max(spoken.indexOf('{'), 0), ...beginnings.slice(-MAX_BEGINNINGS)].map((from) =>
      spoken.slice(from, end),
    ),
    ...fenced.toReversed(),
  ];
}
