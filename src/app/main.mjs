// `npm start`. Everything else is imported once the compile cache is on, which halves the time to ready. This file is
// not TypeScript: stripping types takes 24 MB, which is not needed once the cache holds all files without types.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { cacheDir } from '../../setup/places.mjs';

enableCompileCache(join(cacheDir(), 'compile'));
const { holdYoungHeap } = await import('./young-heap.ts');
holdYoungHeap();
const { runService } = await import('./run-service.ts');
await runService();
