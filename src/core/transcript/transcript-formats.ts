import type { Transcript } from '../../../contract/generated/api.ts';
import { writePlainText } from './write-plain-text.ts';
import { writeSubRip } from './write-subrip.ts';
import { writeWebVtt } from './write-webvtt.ts';

/** The media types besides JSON in which an available transcript can be read. */
export const transcriptFormats = {
  'text/vtt': { name: 'vtt', write: writeWebVtt },
  'text/plain': { name: 'text', write: writePlainText },
  'application/x-subrip': { name: 'srt', write: writeSubRip },
} as const satisfies Record<string, { name: string; write: (transcript: Transcript) => string }>;

export type TranscriptMediaType = keyof typeof transcriptFormats;

export const transcriptMediaTypes = Object.keys(transcriptFormats) as TranscriptMediaType[];
