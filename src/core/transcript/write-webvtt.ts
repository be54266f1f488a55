import type { Transcript } from '../../../contract/generated/api.ts';
import { cueText, cueTimes, speakerName } from './cue-text.ts';

/** WebVTT (W3C) with a voice tag for each cue whose speaker is known. */
export function writeWebVtt(transcript: Transcript): string {
  const cues = transcript.segments.map((segment) => {
    const name = speakerName(transcript, segment);
    const words = cueText(segment.text);
    return `${cueTimes(segment, '.')}\n${name === null ? words : `<v ${cueText(name)}>${words}</v>`}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}
