import { UserRound } from 'lucide-preact';
import { hueOf, initialsOf } from './display-name.ts';

// The style sheet renders the initials, so that they are not part of the text of the page.
export function Avatar({ personRef, name }: { personRef: string; name: string }) {
  const initials = initialsOf(name);
  return (
    <span class={`avatar hue-${hueOf(personRef)}`} data-initials={initials} aria-hidden="true">
      {initials === '' && <UserRound />}
    </span>
  );
}
