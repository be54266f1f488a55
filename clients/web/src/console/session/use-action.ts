import { useState } from 'preact/hooks';

/** The fault of what is under way while the service takes long, or asks to wait. */
export const SLOW = Symbol('slow');
export const SLOW_AFTER_MS = 8_000;

type Action = {
  busy: boolean;
  fault: unknown;
  /** False when it failed, or when another one is in progress. */
  run(act: () => Promise<unknown>): Promise<boolean>;
};

/**
 * Runs one action of the user at a time, and keeps why it failed. While it is busy, buttons are `aria-disabled`: a
 * button that is disabled would lose the focus.
 */
export function useAction(): Action {
  const [state, setState] = useState<{ busy: boolean; fault: unknown }>({
    busy: false,
    fault: null,
  });
  const run: Action['run'] = async (act) => {
    if (state.busy) return false;
    setState({ busy: true, fault: null });
    const slow = setTimeout(() => setState({ busy: true, fault: SLOW }), SLOW_AFTER_MS);
    try {
      await act();
      setState({ busy: false, fault: null });
      return true;
    } catch (fault) {
      setState({ busy: false, fault });
      return false;
    } finally {
      clearTimeout(slow);
    }
  };
  return { ...state, run };
}
