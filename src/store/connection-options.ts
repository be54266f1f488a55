import type { ClientConfig } from 'pg';

/**
 * Of a connection to the database at `url`. One whose other end vanished without a word is given up
 * about 20 s later.
 */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}
