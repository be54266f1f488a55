import type { Ctx } from '../../core/context.ts';
import type { ListenerPort, RecognizerPort } from '../../core/ports.ts';
import type { Task } from '../../core/task/task.ts';
import { HeldRoom } from './held-room.ts';
import type { MeetingNews } from './meeting-news.ts';
import { stayInRoom } from './stay-in-room.ts';

/** The rooms in which this process stands by, by meeting. */
export type HeldRooms = Map<string, HeldRoom>;

type StandByOptions = {
  recognizer: RecognizerPort;
  listener: ListenerPort;
  heldRooms: HeldRooms;
  news: MeetingNews;
};

/**
 * The handler of the task `stand_by`: stays in the room of a meeting that another scribe attends, and keeps the latest
 * sound until that scribe is gone and this process attends the meeting itself.
 */
export function standBy({ recognizer, listener, heldRooms, news }: StandByOptions) {
  return async (ctx: Ctx, { ref: meetingRef }: Pick<Task, 'ref'>, stopping: AbortSignal) => {
    const room = new HeldRoom(listener, ctx.clock);
    heldRooms.set(meetingRef, room);
    try {
      await stayInRoom({
        ctx,
        recognizer,
        listener: room,
        meetingRef,
        identities: room.identities,
        attendance: room,
        spoken: { languageCode: null, terms: [] },
        signal: AbortSignal.any([stopping, room.taken]),
        news,
        duty: 'stands by',
      });
    } catch (error) {
      if (!room.taken.aborted) throw error;
    } finally {
      if (heldRooms.get(meetingRef) === room) heldRooms.delete(meetingRef);
    }
  };
}
