import { Download as DownloadIcon } from 'lucide-preact';
import type { Meeting } from '../../../../../contract/generated/api.ts';
import type { ParleyClient } from '../../../../sdk-typescript/client.ts';
import { saveFile } from '../../page/save-file.ts';
import { FaultNotice } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { useAction } from '../session/use-action.ts';
import { useSession } from '../session/use-session.ts';

type Props = {
  meeting: Meeting;
  /** Which files are offered, if the key may read them. */
  transcript?: boolean;
  summary?: boolean;
  people?: boolean;
  whole?: boolean;
};
type Download = {
  name: string;
  ending: string;
  type: string;
  read(): Promise<string | Uint8Array<ArrayBuffer>>;
};

/** Files of a meeting, as the API gives them. They pass through the memory of the page, not through a link. */
export function Downloads(props: Props) {
  const { meeting, transcript = false, summary = false, people = false, whole = false } = props;
  const { client, may } = useSession();
  const { busy, fault, run } = useAction();
  const files = [
    ...(whole && isOver(meeting) && may('meetings:read') ? wholeOf(client, meeting) : []),
    ...(transcript ? transcriptsOf(client, meeting) : []),
    ...(summary ? [summaryOf(client, meeting)] : []),
    ...(people && may('participants:read') ? [peopleOf(client, meeting)] : []),
  ];
  if (files.length === 0) return null;
  return (
    <section class="card" aria-labelledby="downloads-title">
      <h2 id="downloads-title">{texts.meeting.downloads}</h2>
      <FaultNotice fault={fault} />
      <div class="row">
        {files.map(({ name, ending, type, read }) => (
          <button
            key={name}
            type="button"
            class="button button-small"
            aria-disabled={busy}
            onClick={() =>
              void run(async () =>
                saveFile(`${meeting.meetingRef}${ending}`, new Blob([await read()], { type })),
              )
            }
          >
            <DownloadIcon aria-hidden="true" />
            {name}
          </button>
        ))}
      </div>
    </section>
  );
}

export const isOver = ({ meetingState }: Meeting): boolean =>
  ['ended', 'cancelled', 'failed'].includes(meetingState);

function wholeOf(client: ParleyClient, { meetingRef }: Meeting): Download[] {
  const read = async () => new Uint8Array(await client.meetings.export(meetingRef));
  return [{ name: texts.meeting.everything, ending: '.zip', type: 'application/zip', read }];
}

function transcriptsOf(client: ParleyClient, { meetingRef }: Meeting): Download[] {
  const as = (
    format: string,
    ending: string,
    type: 'text/vtt' | 'text/plain' | 'application/x-subrip',
  ) => ({
    name: texts.meeting.transcriptAs(format),
    ending,
    type,
    read: () => client.transcripts.readAs(type, meetingRef),
  });
  return [
    as('TXT', '.txt', 'text/plain'),
    as('VTT', '.vtt', 'text/vtt'),
    as('SRT', '.srt', 'application/x-subrip'),
    {
      name: texts.meeting.transcriptAs('JSON'),
      ending: '.transcript.json',
      type: 'application/json',
      read: async () => JSON.stringify(await client.transcripts.read(meetingRef), null, 2),
    },
  ];
}

const summaryOf = (client: ParleyClient, { meetingRef }: Meeting): Download => ({
  name: texts.meeting.summaryAs('JSON'),
  ending: '.summary.json',
  type: 'application/json',
  read: async () => JSON.stringify(await client.summaries.read(meetingRef), null, 2),
});

const peopleOf = (client: ParleyClient, { meetingRef }: Meeting): Download => ({
  name: texts.meeting.peopleCsv,
  ending: '.participants.csv',
  type: 'text/csv',
  read: () => client.participants.listAsCsv(meetingRef),
});
