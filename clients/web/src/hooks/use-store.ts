import { useSyncExternalStore } from 'preact/compat';
import type { Store } from '../page/store.ts';

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
