import { useEffect, useRef } from 'preact/hooks';
import { isTyping, shortcutOf } from './shortcuts.ts';
import type { Actions } from './use-meeting-actions.ts';

/** Runs the actions of the room by single keys. */
export function useShortcuts(actions: Actions, switchedOn: boolean): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inDialog = document.querySelector('dialog[open]') !== null;
      const action = shortcutOf(event, { typing: isTyping(event.target), inDialog, switchedOn });
      if (action === null) return;
      event.preventDefault();
      latest.current[action]?.run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [switchedOn]);
}
