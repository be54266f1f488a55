// `npm start`. Everything else is imported after the compile cache stands: that halves the time to ready. This file is
// no TypeScript: removing types takes 24 MB, which nothing needs once the cache holds all files without theirs.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { cacheDir } from '../../setup/places.mjs';

enableCompileCache(join(cacheDir(), 'compile'));
const { holdYoungHeap } = await import('./young-heap.ts');
holdYoungHeap();
const { runService } = await import('./run-service.ts');
await runService();
