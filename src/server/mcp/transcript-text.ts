import type { Transcript } from '../../../contract/generated/api.ts';
import { callApi, type Caller, meetingPath, readJson } from './call-api.ts';

const MEDIA_TYPES = {
  text: 'text/plain',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
} as const;
export type TranscriptFormat = keyof typeof MEDIA_TYPES | 'json';

/** The text in the format, or the transcript's status and why there is none. */
export async function transcriptText(
  caller: Caller,
  meetingRef: string,
  format: TranscriptFormat,
): Promise<object | string> {
  const path = meetingPath(meetingRef, '/transcript');
  const transcript = await readJson<Transcript>(caller, path);
  if (format === 'json') return transcript;
  const { status, result, reason } = transcript;
  if (status !== 'available') {
    const next = 'Call wait_for_meeting with until transcript, then read it.';
    return { meetingRef, status, next };
  }
  if (result === 'empty' || result === 'failed') return { meetingRef, status, result, reason };
  const headers = { accept: MEDIA_TYPES[format] };
  const { text } = await callApi(caller, { method: 'GET', path, headers });
  return result === 'partial' ? `${text}\n[The transcript is partial: ${reason}]` : text;
}
