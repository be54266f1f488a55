export type Setting =
  | { name: string; kind: 'text'; default: string; help: string }
  | {
      name: string;
      kind: 'integer';
      default: number;
      min: number;
      max: number;
      unit?: string;
      help: string;
    }
  | { name: string; kind: 'choice'; default: string; choices: readonly string[]; help: string }
  | { name: string; kind: 'list'; default: string; choices: readonly string[]; help: string }
  | { name: string; kind: 'url'; default: string; schemes: readonly string[]; help: string };

export const port = { kind: 'integer', min: 1, max: 65535 } as const;
export const seconds = { kind: 'integer', unit: 'seconds', min: 1, max: 31_536_000 } as const;
export const days = { kind: 'integer', unit: 'days', min: 0, max: 36_500 } as const;
export const perMinute = {
  kind: 'integer',
  unit: 'per minute, 0 = no limit',
  min: 0,
  max: 1_000_000,
} as const;
