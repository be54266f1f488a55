/** Objects of a bucket, below one prefix. Keys have `/` between their parts. */
export type ObjectStorePort = {
  put(key: string, body: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  /** Every key that begins with `prefix`. */
  list(prefix: string): Promise<string[]>;
  /** The parts of the keys before their first `/`, each once. */
  listFolders(): Promise<string[]>;
  /** Deletes every key that begins with `prefix`. */
  deleteAll(prefix: string): Promise<void>;
};
