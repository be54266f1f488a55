import type { MeetingConnection } from './meeting-connection.ts';

/** The media code, with livekit-client: a chunk of its own. */
export async function loadConnection(): Promise<typeof MeetingConnection> {
  return (await import('./meeting-connection.ts')).MeetingConnection;
}
