// A writer that uses a language model, and records the model's answers.
import { keepSupported } from '../../src/adapters/openai/keep-supported.ts';
import { objectIn, readDraft, type SummaryDraft } from '../../src/adapters/openai/summary-draft.ts';
import type {
  Log,
  LogFields,
  SummaryContent,
  SummaryInput,
  WriterNotes,
  WriterPort,
} from '../../src/core/ports.ts';
import { transcriptReader } from '../../src/engines/summarizer/transcript-reader.ts';

export type Asked = {
  summary: SummaryContent;
  /** Answers of the model, how many of them were JSON, and how many were cut off. */
  answers: number;
  json: number;
  cut: number;
  /** Decisions and tasks in the last minutes that could be read, and those that their lines support. */
  drafted: number;
  supported: number;
  warnings: string[];
};

type Answer = { text: string; cut: boolean };

export async function askWriter(
  build: (log: Log) => WriterPort,
  input: SummaryInput,
): Promise<Asked> {
  const answers: Answer[] = [];
  const warnings: string[] = [];
  const warn = (message: string, { error }: LogFields = {}): void =>
    void warnings.push(error instanceof Error ? `${message}: ${error.message}` : message);
  const silent = (): void => {};
  const notes: WriterNotes = {
    read: async () => null,
    keep: async (_key, answer) => {
      answers.push({ text: '', cut: false, ...(JSON.parse(answer) as Partial<Answer>) });
    },
  };
  const writer = build({ debug: silent, info: silent, warn, error: warn });
  const summary = await writer.write(input, new AbortController().signal, notes);
  const draft = answers.map(({ text }) => draftIn(text)).findLast((one) => one !== null);
  const language = transcriptReader.languageOf(input);
  return {
    summary,
    answers: answers.length,
    json: answers.filter(({ text }) => objectIn(text) !== null).length,
    cut: answers.filter(({ cut }) => cut).length,
    drafted: draft ? itemsIn(draft) : 0,
    supported: draft ? itemsIn(keepSupported(draft, input, language, transcriptReader)) : 0,
    warnings,
  };
}

function draftIn(text: string): SummaryDraft | null {
  const read = readDraft(text);
  return read.kind === 'draft' ? read.draft : null;
}

export function itemsIn(minutes: { decisions: unknown[]; actionItems: unknown[] }): number {
  return minutes.decisions.length + minutes.actionItems.length;
}
