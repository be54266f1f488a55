// `npm start`. Everything else is imported after the compile cache stands: that halves the time to ready.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { cacheDir } from '../../setup/places.mjs';
import { holdYoungHeap } from './young-heap.ts';

enableCompileCache(join(cacheDir(), 'compile'));
holdYoungHeap();
await import('./run-service.ts');
