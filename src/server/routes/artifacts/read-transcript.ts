import {
  readTranscript,
  type TranscriptReading,
} from '../../../core/transcript/read-transcript.ts';
import {
  transcriptFormats,
  transcriptMediaTypes,
  type TranscriptMediaType,
} from '../../../core/transcript/transcript-formats.ts';
import { Problem } from '../../../core/problem.ts';
import { answerWhenChanged } from '../../live/answer-when-changed.ts';
import type { Answer } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/read-headers.ts';
import { represent, representJson } from '../../http/representation.ts';
import type { ServerContext } from '../../server-context.ts';

export async function readTranscriptRoute(server: ServerContext, call: ApiCall): Promise<Answer> {
  const mediaType = chooseMediaType(call.accept, ['application/json', ...transcriptMediaTypes]);
  const meetingRef = call.param('meetingRef');
  return answerWhenChanged(server, call, {
    meetingRef,
    name: 'transcript',
    read: () => readTranscript(server.core, { actor: call.actor, meetingRef }),
    answer: (reading) => answerAs(call, mediaType, reading),
  });
}

function answerAs(
  call: ApiCall,
  mediaType: 'application/json' | TranscriptMediaType,
  reading: TranscriptReading,
): Answer {
  if (mediaType === 'application/json') return representJson(call, reading.transcript, reading);
  if (reading.pollSeconds !== null)
    throw new Problem('transcript_not_ready', { retryAfter: reading.pollSeconds });
  const { name, write } = transcriptFormats[mediaType];
  return represent(call, {
    ...reading,
    format: name,
    contentType: `${mediaType}; charset=utf-8`,
    body: () => write(reading.transcript),
  });
}
