// What the browser stores on this device: the guest's name and preferences. No secret.
import { readStored, writeStored } from './browser-storage.ts';
import { parseObject } from './parse-object.ts';

export const CAPTION_SIZES = ['small', 'medium', 'large'] as const;
export const CAPTION_PLACES = ['bottom', 'top'] as const;
export type CaptionSize = (typeof CAPTION_SIZES)[number];
export type Preferences = {
  captions: boolean;
  captionSize: CaptionSize;
  captionPlace: (typeof CAPTION_PLACES)[number];
  shortcuts: boolean;
  speakerView: boolean;
  audioOnly: boolean;
  /** The guest agreed that the page listens to the muted microphone, on this device only. */
  talkingHint: boolean;
};
type Flag = Exclude<keyof Preferences, 'captionSize' | 'captionPlace'>;

const NAME_KEY = 'parley.name';
const LANGUAGE_KEY = 'parley.language';
const PREFERENCES_KEY = 'parley.preferences';
const DEFAULT_PREFERENCES: Preferences = {
  captions: true,
  captionSize: 'medium',
  captionPlace: 'bottom',
  shortcuts: true,
  speakerView: false,
  audioOnly: false,
  talkingHint: false,
};

export function loadName(): string {
  return readStored('localStorage', NAME_KEY) ?? '';
}

export function saveName(name: string): void {
  writeStored('localStorage', NAME_KEY, name);
}

export function loadLanguagePreference(): string | null {
  return readStored('localStorage', LANGUAGE_KEY);
}

export function saveLanguagePreference(language: string): void {
  writeStored('localStorage', LANGUAGE_KEY, language);
}

export function loadPreferences(): Preferences {
  return parsePreferences(readStored('localStorage', PREFERENCES_KEY));
}

export function savePreferences(preferences: Preferences): void {
  writeStored('localStorage', PREFERENCES_KEY, JSON.stringify(preferences));
}

/** Missing and invalid values take their defaults. */
export function parsePreferences(stored: string | null): Preferences {
  const saved = parseObject(stored ?? '') ?? {};
  const flag = (name: Flag): boolean =>
    typeof saved[name] === 'boolean' ? saved[name] : DEFAULT_PREFERENCES[name];
  const { captionSize, captionPlace } = DEFAULT_PREFERENCES;
  return {
    captions: flag('captions'),
    captionSize: CAPTION_SIZES.find((size) => size === saved['captionSize']) ?? captionSize,
    captionPlace: CAPTION_PLACES.find((place) => place === saved['captionPlace']) ?? captionPlace,
    shortcuts: flag('shortcuts'),
    speakerView: flag('speakerView'),
    audioOnly: flag('audioOnly'),
    talkingHint: flag('talkingHint'),
  };
}
