export function readZipMember(zipPath: string, name: string): Buffer;
