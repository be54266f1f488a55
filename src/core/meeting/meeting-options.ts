import type {
  Meeting,
  MeetingOptions,
  NewMeetingOptions,
} from '../../../contract/generated/api.ts';
import { type MeetingRow, type ShownMeeting, toMeeting } from '../../store/meeting.ts';
import type { CoreSettings } from '../context.ts';
import { type FieldFault, invalidFields } from '../problem.ts';

type Limits = Pick<
  CoreSettings,
  'speech' | 'summary' | 'roomMaxParticipants' | 'emptyRoomSeconds' | 'maxMeetingSeconds' | 'keep'
>;

/** The options in force for a meeting: its own, within the operator's settings. Pure. */
export function effectiveOptions(
  { options }: Pick<MeetingRow, 'options'>,
  settings: Limits,
): MeetingOptions {
  const transcription = settings.speech === 'off' ? 'off' : (options.transcription ?? 'on');
  const isSummarized = transcription !== 'off' && settings.summary === 'on';
  return {
    transcription,
    summary: isSummarized ? (options.summary ?? 'on') : 'off',
    maxParticipants: atMost(options.maxParticipants, settings.roomMaxParticipants),
    emptyRoomSeconds: options.emptyRoomSeconds ?? settings.emptyRoomSeconds,
    maxMeetingSeconds: atMost(options.maxMeetingSeconds, settings.maxMeetingSeconds),
    admission: options.admission ?? 'direct',
    joinBeforeHost: options.joinBeforeHost ?? true,
    screenShare: options.screenShare ?? 'all',
    chat: options.chat ?? 'on',
    keepTranscriptDays: keepDays(options.keepTranscriptDays, settings.keep.transcriptDays),
    vocabulary: options.vocabulary ?? [],
  };
}

const atMost = (own: number | null | undefined, limit: number) => Math.min(own ?? limit, limit);

/** 0 = forever. */
function keepDays(own: number | null | undefined, limit: number): number {
  if (own === null || own === undefined || own === 0) return limit;
  return limit === 0 ? own : Math.min(own, limit);
}

/** Problem validation_error (out_of_range) for any beyond the operator's settings, and for `others` at fault. */
export function checkOptions(
  given: NewMeetingOptions | null | undefined,
  settings: Limits,
  others: readonly FieldFault[] = [],
): void {
  const faults = [...optionFaults(given, settings), ...others];
  if (faults.length > 0) throw invalidFields(faults);
}

/** The options beyond the operator's settings. They may come from a body whose types nobody has checked yet. */
export function optionFaults(
  given: NewMeetingOptions | null | undefined,
  settings: Limits,
): FieldFault[] {
  const options = given ?? {};
  const { roomMaxParticipants, maxMeetingSeconds, keep } = settings;
  const { keepTranscriptDays: days } = options;
  const tooLong =
    typeof days === 'number' &&
    keep.transcriptDays > 0 &&
    (days === 0 || days > keep.transcriptDays);
  return [
    ...((options.transcription ?? 'off') !== 'off' && settings.speech === 'off'
      ? [outOfRange('transcription', 'This service does not transcribe.')]
      : []),
    ...(options.summary === 'on' && settings.summary === 'off'
      ? [outOfRange('summary', 'This service writes no summaries.')]
      : []),
    ...tooMany('maxParticipants', options.maxParticipants, roomMaxParticipants),
    ...tooMany('maxMeetingSeconds', options.maxMeetingSeconds, maxMeetingSeconds),
    ...(tooLong
      ? [outOfRange('keepTranscriptDays', `Must be 1 to ${keep.transcriptDays} in this service.`)]
      : []),
  ];
}

function tooMany(name: string, own: unknown, limit: number): FieldFault[] {
  if (typeof own !== 'number' || own <= limit) return [];
  return [outOfRange(name, `Must be at most ${limit} in this service.`)];
}

const outOfRange = (name: string, detail: string): FieldFault => ({
  pointer: `#/options/${name}`,
  code: 'out_of_range',
  detail,
});

/** The wire shape of the contract. */
export function meetingOf({ settings }: { settings: Limits }, row: ShownMeeting): Meeting {
  return toMeeting(row, effectiveOptions(row, settings));
}
