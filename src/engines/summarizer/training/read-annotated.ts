import { type MeetingReading, readMeeting } from '../meeting-reading.ts';
import { type AnnotatedMeeting, type Style, inputOf, styles } from './annotated-meetings.ts';

/** The result of `read` for every meeting and style; one at a time, since the network takes a core. */
export async function readInStyles<Result>(
  meetings: readonly AnnotatedMeeting[],
  read: (meeting: AnnotatedMeeting, reading: MeetingReading) => Result | Promise<Result>,
): Promise<Result[][]> {
  const results: Result[][] = [];
  for (const style of Object.values<Style>(styles)) {
    const ofStyle: Result[] = [];
    for (const meeting of meetings) {
      const input = inputOf(meeting, meeting.lines, style);
      ofStyle.push(await read(meeting, await readMeeting(input, 'en')));
    }
    results.push(ofStyle);
  }
  return results;
}
