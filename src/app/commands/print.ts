/** One line, or several, on standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Returns a function that waits until all is written, and rejects if something could not be: a pipe takes 64 KB at
 * once, and a process that ends drops the rest. A reader that wants no more, such as `head`, is no fault.
 */
export function watchOutput(): () => Promise<void> {
  let fault: NodeJS.ErrnoException | null = null;
  const note = (error?: Error | null): void => void (fault ??= error ?? null);
  process.stdout.on('error', note);
  return async () => {
    await new Promise<void>((resolve) => {
      process.stdout.write('', (error) => {
        note(error);
        resolve();
      });
    });
    if (fault !== null && fault.code !== 'EPIPE') throw fault;
  };
}
