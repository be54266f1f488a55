import type { Problems } from './problem-examples.ts';

const EXAMPLE = {
  type: 'https://meet.example.org/problems/validation-error',
  title: 'The request body is not valid',
  status: 422,
  code: 'validation_error',
  detail: '1 field is not valid.',
  instance: 'urn:uuid:5b1f3c1e-6a55-4f0e-9f2a-0f6f2b1f8c11',
  requestId: '5b1f3c1e-6a55-4f0e-9f2a-0f6f2b1f8c11',
  errors: [
    { pointer: '#/title', code: 'blank', detail: 'Must hold at least one visible character.' },
  ],
};

const HEAD = `# Errors

<!-- Made by contract/generate.ts from contract/problems.yaml; do not edit. -->

Every error is a problem document (RFC 9457, \`application/problem+json\`):

\`\`\`json
${JSON.stringify(EXAMPLE, null, 2)}
\`\`\`

- Switch on \`code\`. More codes may come: treat one that you do not know by its \`status\`.
- \`errors\` names each field, header or parameter that is wrong.
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
  return HEAD + tables.join('');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[|_]/g, '\\$&');
