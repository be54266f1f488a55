import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../core/problem.ts';
import { type Asset, readAsset, sendAsset } from './asset.ts';
import { paramOf } from '../binding/contract-path.ts';
import { refuseOtherMethods } from '../binding/refuse-other-methods.ts';
import type { ServerContext } from '../server-context.ts';

// The build writes flat names with a hash of the content in them.
const NAME = /^[\w-][\w.-]*$/;

/** `/assets/{name}`: the guest page's own files, cached forever by browsers, compressed once and held in memory. */
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
