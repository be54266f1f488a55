import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Problem } from '../../core/problem.ts';
import { paramOf, refuseOtherMethods } from '../binding/fastify-routes.ts';
import type { ServerContext } from '../server-context.ts';

// The build writes flat names with a hash of the content in them.
const NAME = /^[\w-][\w.-]*$/;

/** `/assets/{name}`: the pages' own files, cached forever by browsers, compressed once and held in memory. */
export function serveAssets(app: FastifyInstance, { webDist }: ServerContext): void {
  const assets = new Map<string, Promise<Asset>>();
  app.get('/assets/:name', async (request, reply) => {
    const asset = await heldAsset(assets, join(webDist, 'assets'), paramOf(request)('name'));
    return sendAsset(request, reply, asset, 'public, max-age=31536000, immutable');
  });
  refuseOtherMethods(app, '/assets/:name', ['GET']);
}

function heldAsset(
  assets: Map<string, Promise<Asset>>,
  folder: string,
  name: string,
): Promise<Asset> {
  if (!NAME.test(name)) throw new Problem('not_found');
  const held = assets.get(name);
  if (held) return held;
  const loading = readAsset(join(folder, name));
  assets.set(name, loading);
  // Missing files are not cached: anyone may request any name.
  loading.catch(() => assets.delete(name));
  return loading;
}

/** A file held in memory. */
type Asset = { type: string; plain: Buffer; zipped: Buffer | null };

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
};
const ZIPPED = new Set(['.js', '.css', '.svg', '.json', '.wasm']);

/** Problem not_found when there is no such file, or we do not serve its kind. */
export async function readAsset(path: string): Promise<Asset> {
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Problem('not_found');
  const plain = await readFile(path).catch((cause: unknown) => {
    throw new Problem('not_found', { cause });
  });
  return {
    type,
    plain,
    zipped: ZIPPED.has(extname(path)) ? await promisify(gzip)(plain, { level: 9 }) : null,
  };
}

export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  cacheControl: string,
): FastifyReply {
  const zipped = acceptsGzip(request) ? asset.zipped : null;
  reply.headers({
    'content-type': asset.type,
    'cache-control': cacheControl,
    vary: 'Accept-Encoding',
  });
  if (zipped) reply.header('content-encoding', 'gzip');
  return reply.send(zipped ?? asset.plain);
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/i.test(
    [headers['accept-encoding'] ?? ''].flat().join(','),
  );
}
