import { faultCodes } from './fault-codes.ts';
import { exampleOf, type Problems } from './problem-examples.ts';

const headWith = (example: object): string => `# Errors

<!-- Made by contract/generate.ts from contract/problems.yaml; do not edit. -->

Every error is a problem document (RFC 9457, \`application/problem+json\`):

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

- Switch on \`code\`. More codes may be added: treat one that you do not know by its \`status\`.
- \`errors\` names each field, header or parameter that is wrong, with [a code of its own](#codes-in-errors).
- \`requestId\` is also in the header \`X-Request-Id\` and in the logs. Give it to the operator when you ask.
`;

/** The page of the documentation with every problem, by status. */
export function errorsGuide(problems: Problems): string {
  const rows = Object.entries(problems).map(([code, problem]) => ({ code, ...problem }));
  const statuses = [...new Set(rows.map(({ status }) => status))].sort((a, b) => a - b);
  const tables = statuses.map((status) => {
    const lines = rows
      .filter((row) => row.status === status)
      .map(({ code, title, help }) => `| \`${code}\` | ${title}. | ${oneLine(help)} |`);
    return `\n## ${status}\n\n| code | means | do |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
  const example = exampleOf('validation_error', problems['validation_error']);
  return headWith(example) + tables.join('') + faultTable();
}

function faultTable(): string {
  const lines = Object.entries(faultCodes).map(([code, means]) => `| \`${code}\` | ${means} |`);
  return `\n## Codes in errors\n\n| code | means |\n|---|---|\n${lines.join('\n')}\n`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[|_]/g, '\\$&');
