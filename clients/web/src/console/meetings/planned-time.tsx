import { useId } from 'preact/hooks';
import type { Schedule } from '../../../../../contract/generated/api.ts';
import { zoneOfDevice } from '../../lobby/schedule.ts';
import { texts } from '../i18n/texts.ts';

/** As a datetime-local field has them, in the zone of the user; empty: none. */
export type PlannedTime = { start: string; end: string };

export const NO_TIME: PlannedTime = { start: '', end: '' };

/** Dates cannot be read with a year of five digits, which a field would take. */
const LATEST = '9999-12-31T23:59';

type Props = { time: PlannedTime; before?: Schedule | null; onChange(time: PlannedTime): void };

/** `before`: the plan that is changed. */
export function PlannedTimeFields({ time, before = null, onChange }: Props) {
  const id = useId();
  const { startAt, endAt } = instantsOf(time, before);
  const isInOrder = time.end !== '' && endAt > startAt;
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
            min={each === 'end' && !isInOrder ? time.start : undefined}
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

/** An hour long unless it has an end. What was not moved since `before` keeps its seconds and its zone. */
export function scheduleOf(time: PlannedTime, before: Schedule | null = null): Schedule | null {
  if (time.start === '') return null;
  const { startAt, endAt } = instantsOf(time, before);
  return {
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
    timezone: before?.timezone ?? zoneOfDevice(),
  };
}

function instantsOf({ start, end }: PlannedTime, before: Schedule | null) {
  const was = plannedTimeOf(before);
  const startAt = new Date(before !== null && start === was.start ? before.startAt : start);
  if (end === '') return { startAt, endAt: new Date(startAt.getTime() + HOUR_MS) };
  if (before !== null && end === was.end) return { startAt, endAt: new Date(before.endAt) };
  const endAt = new Date(end);
  // In the hour that autumn repeats, a time means the first of two instants, but an end is after its start.
  const later = new Date(endAt.getTime() + HOUR_MS);
  return { startAt, endAt: endAt <= startAt && localTime(later) === end ? later : endAt };
}

export function plannedTimeOf(schedule: Schedule | null): PlannedTime {
  return schedule === null
    ? NO_TIME
    : { start: localTime(new Date(schedule.startAt)), end: localTime(new Date(schedule.endAt)) };
}

function localTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
