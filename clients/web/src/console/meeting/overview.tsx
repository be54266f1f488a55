import type { Meeting, Segment, Summary } from '../../../../../contract/generated/api.ts';
import { Fact } from '../components/fact.tsx';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { formatMoment, formatNumber, wordsFor } from '../i18n/format.ts';
import { type Loaded } from '../session/use-loaded.ts';
import { useAction } from '../session/use-action.ts';
import { addressOf } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { ChangeMeeting } from './change-meeting.tsx';
import { Downloads, isOver } from './downloads.tsx';
import { LiveWordsPane } from './live-words-pane.tsx';
import { SummaryPane } from './summary-pane.tsx';
import { type MeetingWords, TranscriptOrLiveWords } from './transcript-pane.tsx';
import type { People } from './use-people.ts';
import { WaitingCard } from './waiting-card.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';

type Props = {
  meeting: Meeting;
  changed: () => void;
  people: People;
  words: MeetingWords;
  summary: Loaded<Summary> | null;
  segments: readonly Segment[];
  show(segmentRefs: readonly string[]): void;
};

/** The facts of a meeting and what is being said; afterwards, transcript and summary side by side. */
export function Overview(props: Props) {
  const { meeting, changed, people, words, summary, segments, show } = props;
  const { may } = useSession();
  const hasResults = isOver(meeting) || meeting.meetingState === 'ending';
  return (
    <>
      <WaitingCard meeting={meeting} people={people} />
      <FaultNotice fault={people.fault} />
      <section class="card" aria-labelledby="facts-title">
        <h2 id="facts-title">{texts.meeting.facts}</h2>
        <Facts meeting={meeting} people={people} />
        <MeetingActions meeting={meeting} changed={changed} />
      </section>
      {meeting.meetingState === 'in_progress' &&
        (words.live === null ? (
          !may('transcripts:live') && <LacksScope scope="transcripts:live" />
        ) : (
          <LiveWordsPane {...words.live} />
        ))}
      {hasResults && (
        <div class="columns results">
          <SummaryPane meeting={meeting} result={summary} segments={segments} show={show} />
          <TranscriptOrLiveWords {...words} />
        </div>
      )}
      <Downloads
        meeting={meeting}
        whole
        people={hasResults}
        transcript={words.transcript?.value?.status === 'available'}
        summary={summary?.value?.status === 'available'}
      />
    </>
  );
}

function Facts({ meeting, people }: { meeting: Meeting; people: People }) {
  const {
    meetingRef,
    createdAt,
    meetingState,
    startedAt,
    endedAt,
    stateReason,
    locked,
    schedule,
    options,
  } = meeting;
  const present = people.list?.value?.filter(({ state }) => state === 'present');
  return (
    <>
      <dl class="facts facts-wide">
        <Fact name={texts.meetings.createdAt}>{formatMoment(createdAt)}</Fact>
        {schedule !== null && (
          <Fact name={texts.meetings.planned}>{formatMoment(schedule.startAt)}</Fact>
        )}
        {startedAt !== null && <Fact name={texts.meeting.started}>{formatMoment(startedAt)}</Fact>}
        {meetingState === 'in_progress' && present !== undefined && (
          <Fact name={texts.meeting.peopleStates.present}>{formatNumber(present.length)}</Fact>
        )}
        {endedAt !== null && <Fact name={texts.meeting.ended}>{formatMoment(endedAt)}</Fact>}
        {stateReason !== null && <Fact name={texts.meeting.reason}>{wordsFor(stateReason)}</Fact>}
        <Fact name={texts.meetings.transcription}>
          {texts.meetings.rules[options.transcription]}
        </Fact>
        <Fact name={texts.meetings.waitingRoom}>
          {texts.meetings.rules[options.admission === 'ask' ? 'on' : 'off']}
        </Fact>
        <Fact name={texts.meeting.reference}>
          <code>{meetingRef}</code>
        </Fact>
      </dl>
      {locked && <p>{texts.meeting.locked}</p>}
    </>
  );
}

/** The actions that the meeting's state and the key allow. */
function MeetingActions({ meeting, changed }: { meeting: Meeting; changed: () => void }) {
  const { client, may } = useSession();
  const { busy, fault, run } = useAction();
  const { meetingRef, meetingState, locked } = meeting;
  const isOpen = meetingState === 'created' || meetingState === 'in_progress';
  const change = (act: () => Promise<unknown>) => void run(act).then(changed);
  const erase = async () => {
    if (await run(() => client.meetings.delete(meetingRef))) location.replace(addressOf.meetings);
  };
  return (
    <>
      <div class="row">
        {may('participants:write') && isOpen && (
          <button
            type="button"
            class="button button-small"
            aria-disabled={busy}
            onClick={() =>
              change(() =>
                locked ? client.meetings.unlock(meetingRef) : client.meetings.lock(meetingRef),
              )
            }
          >
            {locked ? texts.meeting.unlock : texts.meeting.lock}
          </button>
        )}
        {may('meetings:write') && meetingState === 'in_progress' && (
          <ConfirmButton
            name={texts.meeting.end}
            question={texts.meeting.confirmEnd}
            disabled={busy}
            onConfirm={() => change(() => client.meetings.end(meetingRef))}
          />
        )}
        {may('meetings:write') && <ChangeMeeting meeting={meeting} changed={changed} />}
        {may('meetings:write') && meetingState === 'created' && (
          <ConfirmButton
            name={texts.meeting.cancel}
            question={texts.meeting.confirmCancel}
            disabled={busy}
            onConfirm={() => change(() => client.meetings.cancel(meetingRef))}
          />
        )}
        {may('meetings:write') && isOver(meeting) && (
          <ConfirmButton
            name={texts.meeting.delete}
            question={texts.meeting.confirmDelete}
            disabled={busy}
            onConfirm={() => void erase()}
          />
        )}
      </div>
      <FaultNotice fault={fault} />
    </>
  );
}
