// `npm start`. Everything else is imported after the compile cache stands: that halves the time to ready.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { cacheDir } from '../../setup/places.mjs';

enableCompileCache(join(cacheDir(), 'compile'));
await import('./run-service.ts');
