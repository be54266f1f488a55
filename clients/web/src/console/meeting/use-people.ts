import { useState } from 'preact/hooks';
import type { Meeting, ParticipantList } from '../../../../../contract/generated/api.ts';
import { type Loaded, useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';

const PAGE_SIZE = 200;

export type Act = (what: () => Promise<unknown>) => void;
export type People = {
  /** null: the key may not read who is there. */
  list: Loaded<ParticipantList> | null;
  /** null: the key may do nothing about people, or the meeting is over. */
  act: Act | null;
  /** Why the last act failed. */
  fault: unknown;
};

/** Everybody who came to a meeting, or tried to, up to 200; and what can be done about them. */
export function usePeople({ meetingRef, meetingState }: Meeting): People {
  const { client, may } = useSession();
  const mayRead = may('participants:read');
  const loaded = useLoaded<ParticipantList | null>(meetingRef, async (signal) =>
    mayRead ? client.participants.list(meetingRef, { pageSize: PAGE_SIZE }, { signal }) : null,
  );
  const { value, fault, reload } = loaded;
  useNews(({ data }) => data.meetingRef === meetingRef, reload);
  const [failure, setFailure] = useState<unknown>(null);
  // Several at a time: people are let in as fast as somebody presses.
  const act: Act = (what) =>
    void what()
      .then(() => setFailure(null), setFailure)
      .then(reload);
  const isOpen = meetingState === 'created' || meetingState === 'in_progress';
  return {
    list: mayRead ? { value, fault, reload } : null,
    act: isOpen && may('participants:write') ? act : null,
    fault: failure,
  };
}
