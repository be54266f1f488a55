// What the browser stores on this device: the guest's name and preferences. No secret.
import { readStored, writeStored } from './browser-storage.ts';

export type CaptionSize = 'small' | 'medium' | 'large';
export type CaptionPlace = 'bottom' | 'top';
export type Preferences = {
  captions: boolean;
  captionSize: CaptionSize;
  captionPlace: CaptionPlace;
  shortcuts: boolean;
  speakerView: boolean;
  audioOnly: boolean;
  /** The guest agreed that the page listens to the muted microphone, on this device only. */
  talkingHint: boolean;
};

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
  const saved = parse(stored);
  const flag = (name: keyof Preferences, fallback: boolean) =>
    typeof saved[name] === 'boolean' ? saved[name] : fallback;
  const one = <T>(name: keyof Preferences, choices: readonly T[], fallback: T) =>
    choices.find((choice) => choice === saved[name]) ?? fallback;
  return {
    captions: flag('captions', DEFAULT_PREFERENCES.captions),
    captionSize: one<CaptionSize>(
      'captionSize',
      ['small', 'medium', 'large'],
      DEFAULT_PREFERENCES.captionSize,
    ),
    captionPlace: one<CaptionPlace>(
      'captionPlace',
      ['bottom', 'top'],
      DEFAULT_PREFERENCES.captionPlace,
    ),
    shortcuts: flag('shortcuts', DEFAULT_PREFERENCES.shortcuts),
    speakerView: flag('speakerView', DEFAULT_PREFERENCES.speakerView),
    audioOnly: flag('audioOnly', DEFAULT_PREFERENCES.audioOnly),
    talkingHint: flag('talkingHint', DEFAULT_PREFERENCES.talkingHint),
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
