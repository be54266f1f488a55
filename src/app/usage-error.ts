/** The command line was used wrongly; the message says what is right. Exit code 2. */
export class WrongUse extends Error {}
