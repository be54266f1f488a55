import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Summary } from '../../../contract/generated/api.ts';
import { emptySummary } from '../../core/artifact/empty-content.ts';
import { summaryOutcome } from '../../core/summary/summary-outcome.ts';
import { buildWriter } from '../build-writer.ts';
import type { Settings } from '../config/read-settings.ts';
import { jsonLog } from '../output/json-log.ts';
import { readTranscriptFile } from './read-transcript-file.ts';
import { print } from './print.ts';
import { readArguments } from './operator-pages.ts';
import { stopSignal } from './stop-signal.ts';
import { UsageError } from '../../../clients/cli/arguments-of.ts';

/** `parley summarize`, with the summarizer of the service. Needs no server. Throws UsageError. */
export async function summarizeCommand(args: string[], settings: Settings): Promise<void> {
  const transcript = readTranscriptFile(await readInput(args));
  if (settings.summary.mode === 'off')
    throw new UsageError('PARLEY_SUMMARY is off: set it to embedded or openai.');
  const noNotes = { read: async () => null, keep: async () => {} };
  const { result, reason, content } =
    transcript.input.segments.length === 0
      ? { result: 'empty' as const, reason: 'no_speech', content: emptySummary() }
      : summaryOutcome(
          await buildWriter(settings.summary, jsonLog('warn')).write(
            transcript.input,
            stopSignal(),
            noNotes,
          ),
          { isPartial: transcript.partial },
        );
  const summary: Summary = {
    meetingRef: transcript.meetingRef,
    status: 'available',
    result,
    reason,
    availableAt: new Date().toISOString(),
    ...content,
  };
  print(JSON.stringify(summary, null, 2));
}

async function readInput(args: string[]): Promise<string> {
  const [path] = readArguments('summarize', args).positionals;
  if (path === undefined || path === '-') return text(process.stdin);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `The file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown fault'}).`,
    );
  }
}
