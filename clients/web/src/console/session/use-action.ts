import { useState } from 'preact/hooks';

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
    try {
      await act();
      setState({ busy: false, fault: null });
      return true;
    } catch (fault) {
      setState({ busy: false, fault });
      return false;
    }
  };
  return { ...state, run };
}
