import { useContext } from 'preact/hooks';
import { MicOff, UserRound, Wifi, WifiOff } from 'lucide-preact';
import { initialsOf } from './display-name.ts';
import { hueOf, HuesContext } from './hues.ts';
import { messages } from '../i18n/messages.ts';

// The style sheet renders the initials, so that they are not part of the text of the page.
export function Avatar({ personRef, name }: { personRef: string; name: string }) {
  const initials = initialsOf(name);
  const hue = useContext(HuesContext).get(personRef) ?? hueOf(personRef);
  return (
    <span class={`avatar hue-${hue}`} data-initials={initials} aria-hidden="true">
      {initials === '' && <UserRound />}
    </span>
  );
}

export function MutedIcon() {
  return (
    <>
      <MicOff aria-hidden="true" />
      <span class="visually-hidden">{messages.muted}</span>
    </>
  );
}

export function ConnectionIcon({ grade }: { grade: 'poor' | 'lost' }) {
  const Icon = grade === 'poor' ? Wifi : WifiOff;
  return (
    <>
      <Icon class={`weak weak-${grade}`} aria-hidden="true" />
      <span class="visually-hidden">{messages.connection[grade]}</span>
    </>
  );
}
