import { Ajv2020 } from 'ajv/dist/2020.js';

/** What the model is asked for. Numbers are places of segments in the transcript, from 0. */
export type DraftPoint = { text: string; segments: number[] };
export type DraftAction = DraftPoint & { owner: string | null; due: string | null };
export type DraftTopic = DraftPoint & { title: string };
export type SummaryDraft = {
  overview: string;
  keyPoints: DraftPoint[];
  decisions: DraftPoint[];
  actionItems: DraftAction[];
  topics: DraftTopic[];
};

const segments = {
  type: 'array',
  items: { type: 'integer', minimum: 0 },
  minItems: 1,
  maxItems: 200,
};
const text = { type: 'string', minLength: 1, maxLength: 2000 };

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
    overview: { type: 'string', maxLength: 10_000 },
    keyPoints: list(),
    decisions: list(),
    actionItems: list({
      owner: { type: ['string', 'null'], maxLength: 200 },
      due: { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    }),
    topics: list({ title: { type: 'string', minLength: 1, maxLength: 200 } }),
  },
};

const isDraft = new Ajv2020({ strict: true, strictTypes: false }).compile<SummaryDraft>(
  draftSchema,
);

/** The draft in an answer, also inside a code fence or after a model's thoughts; else what is wrong with it. */
export function readDraft(
  answer: string,
): { kind: 'draft'; draft: SummaryDraft } | { kind: 'faulty'; fault: string } {
  const spoken = answer.replace(/^[\s\S]*<\/think>/i, '');
  const from = spoken.indexOf('{');
  const to = spoken.lastIndexOf('}');
  let value: unknown;
  try {
    value = JSON.parse(spoken.slice(Math.max(from, 0), to + 1));
  } catch {
    return { kind: 'faulty', fault: 'it is not one JSON object' };
  }
  if (isDraft(value)) return { kind: 'draft', draft: value };
  const [first] = isDraft.errors ?? [];
  return {
    kind: 'faulty',
    fault: `${first?.instancePath || 'the object'} ${first?.message ?? 'does not fit'}`,
  };
}
