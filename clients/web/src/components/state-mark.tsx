import { MicOff, WifiLow, WifiOff } from 'lucide-react';
import { words } from '../i18n/messages.ts';

export function Muted() {
  return (
    <>
      <MicOff aria-hidden="true" />
      <span className="for-readers">{words.muted}</span>
    </>
  );
}

export function Connection({ grade }: { grade: 'poor' | 'lost' }) {
  const Icon = grade === 'poor' ? WifiLow : WifiOff;
  return (
    <>
      <Icon className="weak" aria-hidden="true" />
      <span className="for-readers">{words.connection[grade]}</span>
    </>
  );
}
