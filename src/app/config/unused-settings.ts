import type { Settings } from './read-settings.ts';
import type { SettingName } from './setting-table.ts';

/** `needs`: what else must be set before the setting has an effect. */
export type UnusedSetting = { name: SettingName; needs: string };

/** Settings that are given and have no effect: someone meant to switch on what they are for. */
export function unusedSettings(
  env: Record<string, string | undefined>,
  { summary, speech, media }: Settings,
): UnusedSetting[] {
  const asksSpeechServer = speech.remote !== null || speech.secondPass?.kind === 'openai';
  const groups: [needs: string, isMet: boolean, names: SettingName[]][] = [
    [
      'PARLEY_SUMMARY=openai',
      summary.mode === 'openai',
      ['PARLEY_SUMMARY_URL', 'PARLEY_SUMMARY_API_KEY', 'PARLEY_SUMMARY_MODEL'],
    ],
    [
      'PARLEY_SPEECH=openai or PARLEY_SECOND_PASS=openai',
      asksSpeechServer,
      ['PARLEY_SPEECH_URL', 'PARLEY_SPEECH_API_KEY'],
    ],
    ['PARLEY_SECOND_PASS=local', speech.secondPass?.kind === 'local', ['PARLEY_SECOND_PASS_MODEL']],
    ['LIVEKIT_URL', media !== null, ['LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']],
  ];
  return groups
    .filter(([, isMet]) => !isMet)
    .flatMap(([needs, , names]) =>
      names.filter((name) => env[name]?.trim()).map((name) => ({ name, needs })),
    );
}
