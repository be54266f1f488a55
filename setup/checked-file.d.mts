/** sha256 of a file, in hex. */
export function sha256Of(path: string): Promise<string>;
export function isInPlace(path: string, sha256: string): Promise<boolean>;
export function putInPlace(temporary: string, path: string, sha256: string): Promise<void>;
