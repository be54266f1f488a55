import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { NewMeetingOptions } from '../../../../../contract/generated/api.ts';
import { Select, Switch } from '../../components/form-fields.tsx';
import { FaultNotice } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { useAction } from '../session/use-action.ts';
import { useSession } from '../session/use-session.ts';
import { NO_TIME, type PlannedTime, PlannedTimeFields, scheduleOf } from './planned-time.tsx';

export type Made = { meetingRef: string; title: string; guestUrl: string | null };

/** `usual`: the operator's default. */
const RULES = ['usual', 'on', 'consent', 'off'] as const;
type Rule = (typeof RULES)[number];

type Props = { onMade(made: Made): void; onCancel(): void };

/** Enter in the title field submits. */
export function NewMeetingForm({ onMade, onCancel }: Props) {
  const { client, may } = useSession();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState('');
  const [time, setTime] = useState(NO_TIME);
  const [asks, setAsks] = useState(false);
  const [rule, setRule] = useState<Rule>('usual');
  const { busy, fault, run } = useAction();
  useEffect(() => field.current?.focus(), []);
  const create = () =>
    run(async () => {
      const wanted = title.trim() === '' ? texts.meetings.usualTitle : title;
      const options = optionsFor(asks, rule);
      const links = may('guest-links:write') ? { guestLinks: [{}] } : {};
      const { meetingRef, guestLinks } = await client.meetings.create({
        title: wanted,
        ...(time.start !== '' && { schedule: scheduleOf(time) }),
        ...(options !== null && { options }),
        ...links,
      });
      onMade({ meetingRef, title: wanted, guestUrl: guestLinks?.[0]?.guestUrl ?? null });
    });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <div class="labelled">
        <label for={id}>{texts.meetings.newTitle}</label>
        <input
          id={id}
          ref={field}
          class="field"
          maxLength={200}
          autocomplete="off"
          placeholder={texts.meetings.usualTitle}
          value={title}
          onInput={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </div>
      <MoreOptions {...{ time, setTime, asks, setAsks, rule, setRule }} />
      <FaultNotice fault={fault} />
      <div class="row">
        <button type="button" class="button" onClick={onCancel}>
          {texts.close}
        </button>
        <button type="submit" class="button button-primary" aria-disabled={busy}>
          {texts.meetings.create}
        </button>
      </div>
    </form>
  );
}

type OptionsProps = {
  time: PlannedTime;
  setTime(time: PlannedTime): void;
  asks: boolean;
  setAsks(asks: boolean): void;
  rule: Rule;
  setRule(rule: Rule): void;
};

function MoreOptions({ time, setTime, asks, setAsks, rule, setRule }: OptionsProps) {
  return (
    // A browser silently refuses to send a form with an invalid field that it cannot show.
    <details onInvalidCapture={({ currentTarget }) => void (currentTarget.open = true)}>
      <summary>{texts.meetings.moreOptions}</summary>
      <div class="stack">
        <Switch
          label={texts.meetings.waitingRoom}
          help={texts.meetings.waitingRoomHelp}
          on={asks}
          onChange={setAsks}
        />
        <Select<Rule>
          label={texts.meetings.transcription}
          choices={RULES.map((value) => ({ value, name: texts.meetings.rules[value] }))}
          chosen={rule}
          onChoose={setRule}
        />
        <PlannedTimeFields time={time} onChange={setTime} />
      </div>
    </details>
  );
}

/** null: all defaults of the operator. */
function optionsFor(asks: boolean, rule: Rule): NewMeetingOptions | null {
  if (!asks && rule === 'usual') return null;
  return {
    ...(asks && { admission: 'ask' }),
    ...(rule !== 'usual' && { transcription: rule }),
  };
}
