/** Wrong usage of the command line. The message says what is right. Exit code 2. */
export class UsageError extends Error {}
