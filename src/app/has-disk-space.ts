import { statfs } from 'node:fs/promises';

/** A segment of the database's journal: with less, writing may fail at any moment. */
const MIN_BYTES = 16 * 1024 * 1024;

/** Whether the disk that holds this folder can take more. */
export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= MIN_BYTES;
}
