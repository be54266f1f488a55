// Read by the parser of the W3C (webvtt.js), which we did not write and which names every fault.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TreeNode, type TreeNodeObjectTagName, WebVTTParser } from 'webvtt-parser';
import type { Segment, Transcript } from '../../../contract/generated/api.ts';
import { emptyTranscript } from '../artifact/empty-content.ts';
import { transcriptFormats, writeWebVtt } from './transcript-formats.ts';

const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>' } as const;

type Spoken = { name: string | null; text: string; startMs: number; lastsMs: number };

function transcriptOf(spoken: readonly Spoken[]): Transcript {
  const speakers = spoken.flatMap(({ name }, i) =>
    name === null ? [] : [{ speakerRef: `s${i}`, displayName: name }],
  );
  const segments = spoken.map(({ name, text, startMs, lastsMs }, i): Segment => ({
    segmentRef: `sg_${i}`,
    speakerRef: name === null ? null : `s${i}`,
    startMs,
    endMs: startMs + lastsMs,
    text,
    languageCode: null,
  }));
  const status = {
    status: 'available',
    result: 'complete',
    reason: null,
    availableAt: '2026-11-24T15:00:00.000Z',
  } as const;
  return { meetingRef: 'mtg_x', ...status, ...emptyTranscript(0), speakers, segments };
}

/** The parser's result: faults, and for each cue its times, voice and text. */
function read(spoken: readonly Spoken[]) {
  const { cues, errors } = new WebVTTParser(entities).parse(
    writeWebVtt(transcriptOf(spoken)),
    'metadata',
  );
  const parsed = new WebVTTParser(entities).parse(writeWebVtt(transcriptOf(spoken)), 'captions');
  return {
    errors: [...errors, ...parsed.errors].map(({ message }) => message),
    cues: cues.map(({ startTime, endTime }, i) => ({
      startTime,
      endTime,
      ...voiceAndWords(parsed.cues[i]?.tree.children ?? []),
    })),
  };
}

function voiceAndWords(nodes: readonly TreeNode[]): { name: string | null; text: string } {
  const [first] = nodes;
  if (first?.type === 'object' && first.name === 'v' && nodes.length === 1)
    return { name: decoded(first.value), text: textOf(first.children) };
  return { name: null, text: textOf(nodes) };
}

/** The standard decodes references in a voice's name too; this parser leaves them. */
const decoded = (name: string) =>
  name.replace(/&(?:amp|lt|gt);/g, (reference) => entities[reference as keyof typeof entities]);

const textOf = (nodes: readonly TreeNode<'rt' | TreeNodeObjectTagName>[]): string =>
  nodes
    .map((node) =>
      node.type === 'text'
        ? node.value
        : node.type === 'object'
          ? `<${node.name}>${textOf(node.children)}`
          : '<time>',
    )
    .join('');

const folded = (text: string) => text.replace(/\s+/g, ' ').trim();
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      ' ',
      '<',
      '>',
      '&',
      '\n',
      '\r',
      '-->',
      '\0',
      '&lt;',
      '<v',
      '00:00.000',
      '\u2028',
      '.',
      ';',
      '\t',
    ),
    maxLength: 12,
  }),
);

describe('WebVTT', () => {
  // Promise: 26, E7
  test('a strict parser reads the same times, names and words, whatever guests are called and say', () => {
    const segment = fc.record({
      name: fc.option(anyText, { nil: null }),
      text: anyText.filter((text) => folded(text.replaceAll('\0', ' ')) !== ''),
      startMs: fc.integer({ min: 0, max: 400_000_000 }),
      lastsMs: fc.integer({ min: 0, max: 30_000 }),
    });
    // The order in which the standard lists cues: of those that begin together, the longest first.
    const many = fc
      .array(segment, { maxLength: 6 })
      .map((list) =>
        list.toSorted(
          (a, b) => a.startMs - b.startMs || Math.max(b.lastsMs, 1) - Math.max(a.lastsMs, 1),
        ),
      );
    fc.assert(
      fc.property(many, (spoken) => {
        const { errors, cues } = read(spoken);
        expect(errors).toEqual([]);
        expect(
          // The parser adds seconds as floating point numbers.
          cues.map(({ startTime, endTime, name, text }) => ({
            startMs: Math.round(startTime * 1000),
            endMs: Math.round(endTime * 1000),
            name: name === null ? null : folded(name),
            text: folded(text),
          })),
        ).toEqual(
          spoken.map(({ name, text, startMs, lastsMs }) => ({
            startMs,
            endMs: startMs + Math.max(lastsMs, 1),
            name:
              name === null || folded(name.replaceAll('\0', ' ')) === ''
                ? null
                : folded(name.replaceAll('\0', ' ')),
            text: folded(text.replaceAll('\0', ' ')),
          })),
        );
      }),
      { numRuns: 300, examples: [[[{ name: 'Ana --', text: '--', startMs: 0, lastsMs: 0 }]]] },
    );
  });

  test('a transcript without words is a file without cues', () => {
    expect(read([])).toEqual({ errors: [], cues: [] });
  });
});

test.each(Object.entries(transcriptFormats))(
  '%s reads each speaker once, however many segments there are',
  (_, { write }) => {
    const said = (name: string) => ({ name, text: 'Yes.', startMs: 0, lastsMs: 1 });
    const transcript = transcriptOf(['Ana', 'Bo', 'Cy'].map(said));
    let reads = 0;
    const speakers = transcript.speakers.map((speaker) => ({
      ...speaker,
      get speakerRef() {
        reads += 1;
        return speaker.speakerRef;
      },
    }));
    const segments = Array.from({ length: 5 }, () => transcript.segments).flat();
    expect(write({ ...transcript, speakers, segments }).match(/Cy/g)).toHaveLength(5);
    expect(reads).toBe(3);
  },
);
