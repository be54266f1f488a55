import { statfs } from 'node:fs/promises';

/** One WAL segment of the database: with less, writing may fail at any moment. */
const MIN_BYTES = 16 * 1024 * 1024;

/** Whether the disk that holds this folder has space left. */
export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= MIN_BYTES;
}
