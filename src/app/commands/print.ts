/** One line, or several, on standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
