import { UserRound } from 'lucide-preact';
import { hueOf, initialsOf } from './display-name.ts';

// The letters are drawn by the style sheet: they are a picture of the name, not text of the page.
const HUES = 8;

export function Avatar({ personRef, name }: { personRef: string; name: string }) {
  const initials = initialsOf(name);
  return (
    <span
      class={`avatar hue-${hueOf(personRef, HUES)}`}
      data-initials={initials}
      aria-hidden="true"
    >
      {initials === '' && <UserRound />}
    </span>
  );
}
