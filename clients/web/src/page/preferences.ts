// What this device keeps: the guest's name and how the guest likes the page. Nothing else, and no secret.
export type CaptionSize = 'small' | 'medium' | 'large';
export type CaptionPlace = 'bottom' | 'top';
export type Liking = {
  captions: boolean;
  captionSize: CaptionSize;
  captionPlace: CaptionPlace;
  shortcuts: boolean;
  speakerView: boolean;
  audioOnly: boolean;
  /** The guest agreed that the page listens to the microphone while it is muted. */
  talkingHint: boolean;
};

const NAME_KEY = 'parley.name';
const LANGUAGE_KEY = 'parley.language';
const LIKING_KEY = 'parley.liking';
const FIRST_LIKING: Liking = {
  captions: true,
  captionSize: 'medium',
  captionPlace: 'bottom',
  shortcuts: true,
  speakerView: false,
  audioOnly: false,
  talkingHint: false,
};

export function rememberedName(): string {
  return read(NAME_KEY) ?? '';
}

export function rememberName(name: string): void {
  write(NAME_KEY, name);
}

export function rememberedLanguage(): string | null {
  return read(LANGUAGE_KEY);
}

export function rememberLanguage(language: string): void {
  write(LANGUAGE_KEY, language);
}

export function rememberedLiking(): Liking {
  return readLiking(read(LIKING_KEY));
}

export function rememberLiking(liking: Liking): void {
  write(LIKING_KEY, JSON.stringify(liking));
}

/** Whatever stands in the storage, the answer is whole: what is missing or foreign is as at the first visit. */
export function readLiking(stored: string | null): Liking {
  const kept = parse(stored);
  const flag = (name: keyof Liking, first: boolean) =>
    typeof kept[name] === 'boolean' ? kept[name] : first;
  const one = <T>(name: keyof Liking, choices: readonly T[], first: T) =>
    choices.find((choice) => choice === kept[name]) ?? first;
  return {
    captions: flag('captions', FIRST_LIKING.captions),
    captionSize: one<CaptionSize>(
      'captionSize',
      ['small', 'medium', 'large'],
      FIRST_LIKING.captionSize,
    ),
    captionPlace: one<CaptionPlace>('captionPlace', ['bottom', 'top'], FIRST_LIKING.captionPlace),
    shortcuts: flag('shortcuts', FIRST_LIKING.shortcuts),
    speakerView: flag('speakerView', FIRST_LIKING.speakerView),
    audioOnly: flag('audioOnly', FIRST_LIKING.audioOnly),
    talkingHint: flag('talkingHint', FIRST_LIKING.talkingHint),
  };
}

function parse(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
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
