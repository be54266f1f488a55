/** `run` throws, or returns a figure worth telling. */
export type Check = { name: string; run: () => string };
