import { expect, test, vi } from 'vitest';
import { doctorCommand } from '../commands/doctor-command.ts';

async function doctor(args: string[], env: Record<string, string>) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const isFine = await doctorCommand(args, () => env);
    return { isFine, output: write.mock.calls.join('') };
  } finally {
    write.mockRestore();
  }
}

test('`parley doctor` fails when there is something to fix, says what and how, and counts it', async () => {
  const { isFine, output } = await doctor([], { PARLEY_PORT: 'many', PARLEY_SPEECH: 'maybe' });
  expect(isFine).toBe(false);
  const fault = String.raw`✗ settings: \S.*\n  fix: Correct it; \.env\.example lists every setting\.\n`;
  expect(output).toMatch(new RegExp(`^(${fault}){2}\n2 to fix\\.\n$`));
});
