import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../core/problem.ts';
import { paramOf } from './contract-path.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import type { ServerContext } from './server-context.ts';

type Asset = { type: string; plain: Buffer; zipped: Buffer | null };

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
};
const ZIPPED = new Set(['.js', '.css', '.svg', '.json', '.wasm']);
// The build writes flat names with a hash of the content in them.
const NAME = /^[\w-][\w.-]*$/;

/** `/assets/{name}`: the guest page's own files, kept by browsers for good, compressed once and held in memory. */
export function serveAssets(app: FastifyInstance, { webDist }: ServerContext): void {
  const assets = new Map<string, Promise<Asset>>();
  app.get('/assets/:name', async (request, reply) => {
    const asset = await heldAsset(assets, join(webDist, 'assets'), paramOf(request)('name'));
    const zipped = acceptsGzip(request) ? asset.zipped : null;
    reply.headers({ 'content-type': asset.type, 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' });
    if (zipped) reply.header('content-encoding', 'gzip');
    return reply.send(zipped ?? asset.plain);
  });
  refuseOtherMethods(app, '/assets/:name', ['GET']);
}

function heldAsset(assets: Map<string, Promise<Asset>>, folder: string, name: string): Promise<Asset> {
  const held = assets.get(name);
  if (held) return held;
  const loading = loadAsset(folder, name);
  assets.set(name, loading);
  // What is not there is not remembered: anyone may ask for any name.
  loading.catch(() => assets.delete(name));
  return loading;
}

async function loadAsset(folder: string, name: string): Promise<Asset> {
  const type = TYPES[extname(name)];
  if (!NAME.test(name) || type === undefined) throw new Problem('not_found');
  const plain = await readFile(join(folder, name)).catch((cause: unknown) => {
    throw new Problem('not_found', { cause });
  });
  return { type, plain, zipped: ZIPPED.has(extname(name)) ? await promisify(gzip)(plain, { level: 9 }) : null };
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/i.test([headers['accept-encoding'] ?? ''].flat().join(','));
}
