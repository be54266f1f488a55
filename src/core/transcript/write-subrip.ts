import type { Transcript } from '../../../contract/generated/api.ts';
import { cueText, cueTimes, speakerName } from './cue-text.ts';

/** SubRip: numbered cues, the speaker's name before the words. */
export function writeSubRip(transcript: Transcript): string {
  const cues = transcript.segments.map((segment, index) => {
    const name = speakerName(transcript, segment);
    const words = cueText(segment.text);
    return `${index + 1}\n${cueTimes(segment, ',')}\n${name === null ? words : `${cueText(name)}: ${words}`}\n`;
  });
  return cues.join('\n');
}
