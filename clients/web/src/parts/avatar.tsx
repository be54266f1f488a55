import { UserRound } from 'lucide-react';
import { hueOf, initialsOf } from '../room/display-name.ts';

const HUES = 8;

export function Avatar({ personRef, name }: { personRef: string; name: string }) {
  const initials = initialsOf(name);
  return (
    <span className={`avatar hue-${hueOf(personRef, HUES)}`} aria-hidden="true">
      {initials === '' ? <UserRound /> : initials}
    </span>
  );
}
