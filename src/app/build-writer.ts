import { embeddedWriter } from '../engines/summarizer/embedded-writer.ts';
import { transcriptReader } from '../engines/summarizer/transcript-reader.ts';
import { openAiWriter } from '../adapters/openai/openai-writer.ts';
import type { Log, WriterPort } from '../core/ports.ts';
import type { SummarySettings } from './config/read-settings.ts';

/** What writes the summaries, both in the service and in `parley summarize`. */
export function buildWriter(summary: SummarySettings, log: Log): WriterPort {
  const embedded = embeddedWriter();
  return summary.mode === 'openai'
    ? openAiWriter({ ...summary, embedded, reader: transcriptReader, log })
    : embedded;
}
