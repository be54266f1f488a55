import { readTranscript } from '../../core/transcript/read-transcript.ts';
import { transcriptFormats, transcriptMediaTypes } from '../../core/transcript/transcript-formats.ts';
import { Problem } from '../../core/problem.ts';
import type { Answer, ApiCall } from '../call.ts';
import { chooseMediaType } from '../choose-media-type.ts';
import { represent, representJson } from '../representation.ts';
import type { ServerContext } from '../server-context.ts';

export async function readTranscriptRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  const mediaType = chooseMediaType(call.accept, ['application/json', ...transcriptMediaTypes]);
  const reading = await readTranscript(core, { actor: call.actor, meetingRef: call.param('meetingRef') });
  if (mediaType === 'application/json') return representJson(call, reading.transcript, reading);
  if (reading.pollSeconds !== null) throw new Problem('transcript_not_ready', { retryAfter: reading.pollSeconds });
  const { name, write } = transcriptFormats[mediaType];
  return represent(call, { ...reading, format: name, contentType: `${mediaType}; charset=utf-8`, body: write(reading.transcript) });
}
