import { Readable } from 'node:stream';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { type ExportedFile, exportMeeting } from '../../../core/meeting/export-meeting.ts';
import type { Answer } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType } from '../../http/read-headers.ts';
import type { ServerContext } from '../../server-context.ts';

export async function exportMeetingRoute({ core }: ServerContext, call: ApiCall): Promise<Answer> {
  chooseMediaType(call.accept, ['application/zip']);
  const meetingRef = call.param('meetingRef');
  const files = await exportMeeting(core, { actor: call.actor, meetingRef });
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${meetingRef}.zip"`,
    'cache-control': 'no-store',
  };
  const body = call.isHead ? '' : Readable.from(zipOf(files), { objectMode: false });
  return { status: 200, headers, body };
}

/** Compressed file by file, as the client takes them. */
function* zipOf(files: readonly ExportedFile[]): Generator<Buffer> {
  const ready: Buffer[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(Buffer.from(chunk));
  });
  for (const { name, text } of files) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(strToU8(text), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
