import { useState } from 'preact/hooks';
import type { Meeting, Participant } from '../../../../../contract/generated/api.ts';
import { cleanDisplayName } from '../../people/display-name.ts';
import { type Loaded, useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';

const PAGE_SIZE = 200;

export type Act = (what: () => Promise<unknown>) => void;
export type People = {
  /** null: the key may not read participants. */
  list: Loaded<Participant[]> | null;
  /** null: the key may not act on people, or the meeting is over. */
  act: Act | null;
  /** Why the last action failed. */
  fault: unknown;
};

/** Everyone who joined a meeting or tried to, and the actions on them. */
export function usePeople({ meetingRef, meetingState }: Meeting): People {
  const { client, may } = useSession();
  const mayRead = may('participants:read');
  const loaded = useLoaded<Participant[]>(meetingRef, async (signal) => {
    const people: Participant[] = [];
    if (!mayRead) return people;
    const all = client.participants.listAll(meetingRef, { pageSize: PAGE_SIZE }, { signal });
    for await (const person of all)
      people.push({ ...person, displayName: cleanDisplayName(person.displayName) });
    return people;
  });
  const { value, fault, reload } = loaded;
  useNews(({ data }) => data.meetingRef === meetingRef, reload);
  const [failure, setFailure] = useState<unknown>(null);
  // Several at a time: people are admitted as fast as the user clicks.
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
