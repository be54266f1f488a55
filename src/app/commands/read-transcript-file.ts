import { Ajv2020 } from 'ajv/dist/2020.js';
import { isTimezone } from '../../core/validation/check-timezone.ts';
import { readDateTime } from '../../core/validation/read-date-time.ts';
import type { SummaryInput } from '../../core/ports.ts';
import { UsageError } from '../../../clients/cli/arguments-of.ts';

type TranscriptFile = { meetingRef: string; partial: boolean; input: SummaryInput };

const text = (maxLength: number) => ({ type: 'string', maxLength });
const orNull = (maxLength: number) => ({ type: ['string', 'null'], maxLength });
const at = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** The members of `Transcript` in contract/openapi.yaml that a summary needs; the rest may be missing. */
const schema = {
  type: 'object',
  required: ['speakers', 'segments'],
  properties: {
    meetingRef: text(40),
    result: orNull(20),
    title: orNull(1000),
    startedAt: orNull(40),
    timezone: orNull(100),
    languageCode: orNull(35),
    speakers: {
      type: 'array',
      maxItems: 10_000,
      items: {
        type: 'object',
        required: ['speakerRef', 'displayName'],
        properties: { speakerRef: text(40), displayName: text(100) },
      },
    },
    segments: {
      type: 'array',
      maxItems: 50_000,
      items: {
        type: 'object',
        required: ['segmentRef', 'startMs', 'endMs', 'text'],
        properties: {
          segmentRef: text(40),
          speakerRef: orNull(40),
          startMs: at,
          endMs: at,
          text: text(10_000),
          languageCode: orNull(35),
        },
      },
    },
  },
};

type Given = {
  meetingRef?: string;
  result?: string | null;
  title?: string | null;
  startedAt?: string | null;
  timezone?: string | null;
  languageCode?: string | null;
  speakers: { speakerRef: string; displayName: string }[];
  segments: {
    segmentRef: string;
    speakerRef?: string | null;
    startMs: number;
    endMs: number;
    text: string;
    languageCode?: string | null;
  }[];
};

const isTranscript = new Ajv2020({ strict: true, strictTypes: false }).compile<Given>(schema);

/**
 * A transcript in contract shape, with `title`, `startedAt` and `timezone` beside it. Throws
 * UsageError that says where it is wrong, without quoting its text.
 */
export function readTranscriptFile(json: string): TranscriptFile {
  const given = parsed(json);
  if (!isTranscript(given)) {
    const [fault] = isTranscript.errors ?? [];
    throw new UsageError(
      `This is not a transcript: ${fault?.instancePath || 'the whole'} ${fault?.message ?? 'does not fit'}.`,
    );
  }
  const { startedAt = null, timezone = null } = given;
  const began = startedAt === null ? null : readDateTime(startedAt);
  if (began === 'date_time_format')
    throw new UsageError('startedAt must be a time with zone, such as 2026-11-24T15:00:00Z.');
  if (typeof began === 'string') throw new UsageError('startedAt is not a real date and time.');
  if (timezone !== null && !isTimezone(timezone))
    throw new UsageError('timezone must be an IANA name, such as Europe/Berlin.');
  const refs = new Set(given.segments.map((segment) => segment.segmentRef));
  if (refs.size < given.segments.length)
    throw new UsageError('This is not a transcript: two segments have the same segmentRef.');
  return {
    meetingRef: given.meetingRef ?? '',
    partial: given.result === 'partial',
    input: {
      title: given.title ?? null,
      startedAt,
      timezone,
      languageCode: given.languageCode ?? null,
      speakers: given.speakers,
      segments: given.segments.map((segment) => ({
        ...segment,
        speakerRef: segment.speakerRef ?? null,
        languageCode: segment.languageCode ?? null,
      })),
    },
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    throw new UsageError('This is not JSON.');
  }
}
