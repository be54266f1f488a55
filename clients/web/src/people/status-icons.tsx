import { MicOff, WifiLow, WifiOff } from 'lucide-preact';
import { messages } from '../i18n/messages.ts';

export function MutedIcon() {
  return (
    <>
      <MicOff aria-hidden="true" />
      <span class="visually-hidden">{messages.muted}</span>
    </>
  );
}

export function ConnectionIcon({ grade }: { grade: 'poor' | 'lost' }) {
  const Icon = grade === 'poor' ? WifiLow : WifiOff;
  return (
    <>
      <Icon class="weak" aria-hidden="true" />
      <span class="visually-hidden">{messages.connection[grade]}</span>
    </>
  );
}
