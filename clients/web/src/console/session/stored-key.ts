// The API key, kept by this tab until it is closed. A browser may refuse storage: then a reload asks for it again.
const KEY = 'parley.console.key';

export function loadKey(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function storeKey(key: string): void {
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    return;
  }
}

export function forgetKey(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
}
