/** `run` throws, or returns a figure to print. */
export type Check = { name: string; run: () => string };
