import type { Segment, Transcript } from '../../../contract/generated/api.ts';

/** The media types besides JSON in which an available transcript can be read. */
export const transcriptFormats = {
  'text/vtt': { name: 'vtt', write: writeWebVtt },
  'text/plain': { name: 'text', write: writePlainText },
  'application/x-subrip': { name: 'srt', write: writeSubRip },
} as const satisfies Record<string, { name: string; write: (transcript: Transcript) => string }>;

export type TranscriptMediaType = keyof typeof transcriptFormats;

export const transcriptMediaTypes = Object.keys(transcriptFormats) as TranscriptMediaType[];

/**
 * `00:00:01.240 --> 00:00:04.980`, with `,` before the milliseconds in SubRip. A cue lasts at least
 * one millisecond.
 */
function cueTimes({ startMs, endMs }: Segment, separator: '.' | ','): string {
  return `${cueTime(startMs, separator)} --> ${cueTime(Math.max(endMs, startMs + 1), separator)}`;
}

function cueTime(milliseconds: number, separator: '.' | ','): string {
  const [hours, minutes, seconds] = [
    Math.floor(milliseconds / 3_600_000),
    Math.floor(milliseconds / 60_000) % 60,
    Math.floor(milliseconds / 1000) % 60,
  ];
  const clock = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  return `${clock}${separator}${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** One line that can neither end a cue nor open a tag: names and words come from guests. */
function cueText(text: string): string {
  return oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Without line breaks and NUL. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\0\u2028\u2029]+/g, ' ').trim();
}

/** Each segment with its speaker's name, or null when that is unknown. */
function withNames({ speakers, segments }: Transcript): [Segment, string | null][] {
  const names = new Map<string | null, string>();
  for (const { speakerRef, displayName } of speakers)
    if (oneLine(displayName) !== '') names.set(speakerRef, displayName);
  return segments.map((segment) => [segment, names.get(segment.speakerRef) ?? null]);
}

/** One line per segment: the speaker's name, if known, and the words. */
export function writePlainText(transcript: Transcript): string {
  const lines = withNames(transcript).map(([segment, name]) => {
    return name === null
      ? `${oneLine(segment.text)}\n`
      : `${oneLine(name)}: ${oneLine(segment.text)}\n`;
  });
  return lines.join('');
}

/** SubRip: numbered cues, the speaker's name before the words. */
export function writeSubRip(transcript: Transcript): string {
  const cues = withNames(transcript).map(([segment, name], index) => {
    const words = cueText(segment.text);
    return `${index + 1}\n${cueTimes(segment, ',')}\n${name === null ? words : `${cueText(name)}: ${words}`}\n`;
  });
  return cues.join('\n');
}

/** A name may end in what would be an arrow with the end of the tag; parsers drop a space there. */
const voiceName = (name: string): string => cueText(name).replace(/--$/, '-- ');

/** WebVTT (W3C) with a voice tag for each cue whose speaker is known. */
export function writeWebVtt(transcript: Transcript): string {
  const cues = withNames(transcript).map(([segment, name]) => {
    const words = cueText(segment.text);
    return `${cueTimes(segment, '.')}\n${name === null ? words : `<v ${voiceName(name)}>${words}</v>`}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}
