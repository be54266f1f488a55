/** A regular expression on several lines: line breaks and the indentation after them are no part of it. */
export function pattern(
  flags: string,
): (lines: TemplateStringsArray, ...parts: string[]) => RegExp {
  return (lines, ...parts) => new RegExp(source(lines, ...parts), flags);
}

/** A part of such an expression. */
export function source(lines: TemplateStringsArray, ...parts: string[]): string {
  return String.raw(lines, ...parts).replace(/\n\s*/g, '');
}

/** The words of a list on several lines. */
export function wordSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}
