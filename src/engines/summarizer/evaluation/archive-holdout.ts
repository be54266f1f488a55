// Archives the annotated meetings of a folder (*.json) as holdout.jsonl.gz without showing them:
// node src/engines/summarizer/evaluation/archive-holdout.ts FOLDER
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AnnotatedMeeting } from '../training/annotated-meetings.ts';

const MEMBERS = ['title', 'startedAt', 'timezone', 'languageCode', 'lines', 'decisions'] as const;

archiveHoldout(process.argv[2] ?? '');

function archiveHoldout(folder: string): void {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const rows = files.toSorted().map((file) => {
    const meeting: AnnotatedMeeting = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const name = basename(file, '.json');
    for (const member of [...MEMBERS, 'actionItems'] as const)
      if (meeting[member] === undefined) throw new Error(`${name} has no ${member}`);
    const outside = quotesOf(meeting).filter(
      (quote) => !meeting.lines.some((line) => line.includes(quote)),
    );
    if (outside.length > 0)
      throw new Error(`${name} quotes ${outside.length} times what is no line`);
    return JSON.stringify({ ...meeting, name });
  });
  const archive = new URL('holdout.jsonl.gz', import.meta.url);
  writeFileSync(archive, gzipSync(`${rows.join('\n')}\n`, { level: 9 }));
  console.log(`${rows.length} meetings`);
}

function quotesOf({ decisions, actionItems }: AnnotatedMeeting): string[] {
  const quotes = [
    ...decisions.flatMap(({ saidIn, settledBy }) => [saidIn, settledBy]),
    ...actionItems.flatMap(({ saidIn, dueSaidIn }) => [saidIn, dueSaidIn]),
  ];
  return quotes.flatMap((quote) => quote ?? []);
}
