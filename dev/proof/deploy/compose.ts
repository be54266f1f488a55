import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { parse } from 'yaml';
import { type Check, composeSchemaPath, deployFolder } from './tools.ts';

export function composeChecks(): Check[] {
  return ['one-machine', 'roles'].map((name) => ({
    name: `compose/${name}.yaml against the specification's schema`,
    run: () => {
      const file = readFileSync(join(deployFolder, 'compose', `${name}.yaml`), 'utf8');
      const compose = parse(file, { merge: true }) as { services: object };
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      addFormats.default(ajv);
      const isValid = ajv.compile(JSON.parse(readFileSync(composeSchemaPath(), 'utf8')) as object);
      if (!isValid(compose)) throw new Error(ajv.errorsText(isValid.errors, { separator: '\n' }));
      return `${Object.keys(compose.services).length} services`;
    },
  }));
}
