import { MicOff, WifiLow, WifiOff } from 'lucide-preact';
import { messages } from '../i18n/messages.ts';

export function Muted() {
  return (
    <>
      <MicOff aria-hidden="true" />
      <span class="for-readers">{messages.muted}</span>
    </>
  );
}

export function Connection({ grade }: { grade: 'poor' | 'lost' }) {
  const Icon = grade === 'poor' ? WifiLow : WifiOff;
  return (
    <>
      <Icon class="weak" aria-hidden="true" />
      <span class="for-readers">{messages.connection[grade]}</span>
    </>
  );
}
