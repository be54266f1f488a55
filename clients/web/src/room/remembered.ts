// What this device keeps: the guest's name and whether captions are shown. Nothing else, and no secret.
const NAME_KEY = 'parley.name';
const CAPTIONS_KEY = 'parley.captions';

export function rememberedName(): string {
  return read(NAME_KEY) ?? '';
}

export function rememberName(name: string): void {
  write(NAME_KEY, name);
}

/** Captions are shown unless the guest hid them the last time. */
export function rememberedCaptions(): boolean {
  return read(CAPTIONS_KEY) !== 'hidden';
}

export function rememberCaptions(shown: boolean): void {
  write(CAPTIONS_KEY, shown ? 'shown' : 'hidden');
}

// A browser may refuse storage (private windows, settings): then nothing is remembered and all else works.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}
