import type { Transcript } from '../../../contract/generated/api.ts';
import { oneLine, speakerName } from './cue-text.ts';

/** One line a segment: the speaker's name, if known, and the words. */
export function writePlainText(transcript: Transcript): string {
  const lines = transcript.segments.map((segment) => {
    const name = speakerName(transcript, segment);
    return name === null
      ? `${oneLine(segment.text)}\n`
      : `${oneLine(name)}: ${oneLine(segment.text)}\n`;
  });
  return lines.join('');
}
