/** The folder with `bin/postgres` of that major version, which is fetched once into the cache. */
export function olderPostgres(major: number): Promise<string>;
export function isOlderPostgresThere(major: number): boolean;
export function requireIntegrity(path: string, integrity: string): void;
