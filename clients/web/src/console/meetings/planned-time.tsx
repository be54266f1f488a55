import { useId } from 'preact/hooks';
import type { Schedule } from '../../../../../contract/generated/api.ts';
import { texts } from '../i18n/texts.ts';

/** As a datetime-local field has them, in the zone of the user; empty: none. */
export type PlannedTime = { start: string; end: string };

export const NO_TIME: PlannedTime = { start: '', end: '' };

/** Dates cannot be read with a year of five digits, which a field would take. */
const LATEST = '9999-12-31T23:59';

type Props = { time: PlannedTime; onChange(time: PlannedTime): void };

export function PlannedTimeFields({ time, onChange }: Props) {
  const id = useId();
  return (
    <div class="new-meeting">
      {(['start', 'end'] as const).map((each) => (
        <div key={each} class="labelled">
          <label for={`${id}-${each}`}>{texts.meetings[each]}</label>
          <input
            id={`${id}-${each}`}
            class="field"
            type="datetime-local"
            required={each === 'start' && time.end !== ''}
            min={each === 'end' ? time.start : undefined}
            max={LATEST}
            value={time[each]}
            onInput={({ currentTarget }) => onChange({ ...time, [each]: currentTarget.value })}
          />
        </div>
      ))}
    </div>
  );
}

const HOUR_MS = 3_600_000;

/** An hour long unless it has an end. */
export function scheduleOf({ start, end }: PlannedTime): Schedule | null {
  if (start === '') return null;
  const startAt = new Date(start);
  const endAt = end === '' ? new Date(startAt.getTime() + HOUR_MS) : new Date(end);
  return {
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

export function plannedTimeOf(schedule: Schedule | null): PlannedTime {
  return schedule === null
    ? NO_TIME
    : { start: localTime(schedule.startAt), end: localTime(schedule.endAt) };
}

function localTime(timestamp: string): string {
  const at = new Date(timestamp);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
