import type { ObjectStorePort } from '../../core/ports.ts';

/** A bucket. `isOwnServer`: not Amazon's, so the bucket is part of the path, not of the host name. */
export type S3Place = {
  bucket: string;
  prefix: string;
  region: string;
  isOwnServer: boolean;
  /** How long the server may be silent in a call. */
  answerMs?: number;
};

const CONNECT_MS = 2_000;
const ANSWER_MS = 10_000;
const ATTEMPTS = 2;
/** Concurrent deletions: not every server deletes several keys in one call. */
const DELETED_AT_ONCE = 16;

/**
 * Any server with the S3 API. Credentials and endpoint come from the standard `AWS_*` variables of the process. The
 * client library is loaded here, since most operators do not need it.
 */
export async function s3Store(place: S3Place): Promise<ObjectStorePort> {
  const { bucket, prefix, region, isOwnServer, answerMs = ANSWER_MS } = place;
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region,
    forcePathStyle: isOwnServer,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answerMs,
      // The other limit ends when an answer begins.
      socketTimeout: answerMs,
      throwOnRequestTimeout: true,
    },
    // Other vendors' servers may not support Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const base = prefix === '' ? '' : `${prefix}/`;
  const pages = (begin: string, delimiter?: string) =>
    s3.paginateListObjectsV2(
      { client },
      { Bucket: bucket, Prefix: base + begin, Delimiter: delimiter },
    );
  const list = async (begin: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { Contents = [] } of pages(begin))
      keys.push(...Contents.flatMap(({ Key }) => (Key ? [Key.slice(base.length)] : [])));
    return keys;
  };
  return {
    put: async (key, body) => {
      await client.send(new s3.PutObjectCommand({ Bucket: bucket, Key: base + key, Body: body }));
    },
    get: async (key) => {
      const { Body } = await client.send(
        new s3.GetObjectCommand({ Bucket: bucket, Key: base + key }),
      );
      return Body ? Body.transformToByteArray() : new Uint8Array();
    },
    list,
    listFolders: async () => {
      const names: string[] = [];
      for await (const { CommonPrefixes = [] } of pages('', '/'))
        names.push(...CommonPrefixes.flatMap(({ Prefix }) => Prefix?.slice(base.length, -1) ?? []));
      return names;
    },
    deleteAll: async (begin) => {
      const keys = await list(begin);
      while (keys.length > 0)
        await Promise.all(
          keys
            .splice(0, DELETED_AT_ONCE)
            .map((key) =>
              client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: base + key })),
            ),
        );
    },
  };
}
