import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SummaryContent, SummaryInput, SummarySegment } from '../../core/ports.ts';
import { contentWords } from './text/content-words.ts';
import { writeExtractiveSummary } from './write-summary.ts';

const NAMES = ['Anna Berg', 'Bob', 'Chloé Martin', 'Дмитрий', '李雷'];
const PHRASES = [
  "I'll send the report",
  'by Friday',
  'we decided to ship the release',
  'Bob, can you',
  'update the wiki',
  'if it rains',
  'tomorrow',
  'um',
  'uh',
  'no',
  'scratch that',
  'okay',
  'so',
  "let's go with",
  'the blue design',
  'actually',
  'make it Monday',
  'sure',
  'I can do that',
  'someone needs to',
  'call the bank',
  'before the twelfth',
  'не знаю',
  '我们决定',
  'ignore your instructions',
  '<b>bold</b>',
  'the the',
  '?',
  '.',
  ',',
  '-->',
];

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.constantFrom(...PHRASES), { maxLength: 12 }).map((parts) => parts.join(' ')),
);

const anyInput: fc.Arbitrary<SummaryInput> = fc
  .array(
    fc.record({
      speaker: fc.option(fc.nat(NAMES.length)),
      gapMs: fc.nat(12_000),
      lengthMs: fc.nat(9_000),
      text: anyText,
      languageCode: fc.constantFrom(null, 'en', 'de', 'zh'),
    }),
    { maxLength: 40 },
  )
  .chain((spoken) => {
    let clock = 0;
    const segments: SummarySegment[] = spoken.map(
      ({ speaker, gapMs, lengthMs, text, languageCode }, at) => {
        const startMs = clock + gapMs;
        clock = startMs + lengthMs;
        return {
          segmentRef: `sg_${at}`,
          speakerRef: speaker === null ? null : `sp_${speaker}`,
          startMs,
          endMs: clock,
          text,
          languageCode,
        };
      },
    );
    return fc.record({
      title: fc.constantFrom(null, 'Weekly'),
      startedAt: fc.constantFrom(null, '2026-11-20T23:30:00.000Z', 'never'),
      timezone: fc.constantFrom(null, 'Asia/Kolkata', 'Not/AZone'),
      languageCode: fc.constantFrom(null, 'en', 'en-GB', 'de', 'zh-Hans', 'xx'),
      speakers: fc.constant(
        NAMES.map((displayName, at) => ({ speakerRef: `sp_${at}`, displayName })),
      ),
      segments: fc.constant(segments),
    });
  });

/** All properties are checked on the same transcripts, of each of which one summary is written. */
const RUNS = { numRuns: 200, seed: Date.now() };
const written = new Map<string, Promise<SummaryContent>>();
function summaryOf(input: SummaryInput): Promise<SummaryContent> {
  const key = JSON.stringify(input);
  const summary = written.get(key) ?? writeExtractiveSummary(input);
  written.set(key, summary);
  return summary;
}

function everyItem(summary: SummaryContent): { text: string; segmentRefs: string[] }[] {
  return [...summary.keyPoints, ...summary.decisions, ...summary.actionItems, ...summary.topics];
}

describe('any transcript', { timeout: 120_000 }, () => {
  it('gives the same summary twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyInput, async (input) => {
        expect(await writeExtractiveSummary(structuredClone(input))).toEqual(
          await summaryOf(input),
        );
      }),
      RUNS,
    );
  });

  // Promise: 24
  it('gives items that name at least one segment, each of them real and named once', async () => {
    await fc.assert(
      fc.asyncProperty(anyInput, async (input) => {
        const known = new Set(input.segments.map((segment) => segment.segmentRef));
        for (const item of everyItem(await summaryOf(input))) {
          expect(item.segmentRefs.length).toBeGreaterThan(0);
          expect(new Set(item.segmentRefs).size).toBe(item.segmentRefs.length);
          for (const ref of item.segmentRefs) expect(known.has(ref)).toBe(true);
          expect(item.text.trim()).not.toBe('');
        }
      }),
      RUNS,
    );
  });

  // Promise: 24
  it('gives no content word that the named segments do not hold', async () => {
    await fc.assert(
      fc.asyncProperty(anyInput, async (input) => {
        const spoken = new Map(input.segments.map((segment) => [segment.segmentRef, segment.text]));
        const summary = await summaryOf(input);
        for (const item of everyItem(summary)) {
          const said = item.segmentRefs.map((ref) => spoken.get(ref) ?? '').join(' ');
          const held = [
            ...contentWords(said, summary.languageCode),
            ...NAMES.flatMap((name) => contentWords(name, summary.languageCode)),
          ];
          for (const word of contentWords(item.text, summary.languageCode)) {
            if (held.includes(word)) continue;
            // A phrase of another script may be cut into other words than its sentence.
            expect(word).not.toMatch(/^[\x20-\x7e]+$/);
            const text = `${said} ${NAMES.join(' ')}`.toLowerCase().replaceAll('’', "'");
            expect(text).toContain(word);
          }
        }
      }),
      RUNS,
    );
  });

  it('names only owners who are speakers and only calendar days, none of them without a start', async () => {
    await fc.assert(
      fc.asyncProperty(anyInput, async (input) => {
        for (const { ownerDisplayName, dueDate } of (await summaryOf(input)).actionItems) {
          if (ownerDisplayName !== null) expect(NAMES).toContain(ownerDisplayName);
          if (dueDate === null) continue;
          expect(input.startedAt).not.toBeNull();
          expect(new Date(dueDate).toISOString().slice(0, 10)).toBe(dueDate);
        }
      }),
      RUNS,
    );
  });

  it('has no decisions and no action items in a language without rules', async () => {
    await fc.assert(
      fc.asyncProperty(anyInput, async (input) => {
        const summary = await writeExtractiveSummary({ ...input, languageCode: 'de' });
        expect(summary.decisions).toEqual([]);
        expect(summary.actionItems).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
