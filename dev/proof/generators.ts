// `node dev/proof/generators.ts [NAME...]`: generates clients from the served contract with third-party generators,
// compiles them, and calls the running product with them. Needs python3 with venv, Go, a JDK and Maven, and their
// package indexes. Prints a table, and exits with 1 if any fails.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearAway, startParley } from '../world/service/start-parley.ts';

/** Commands without a shell. They run in a folder of their own that holds openapi.json and `files` of callers/. */
type Generator = { files: string[]; make: string[]; compile: string[]; call: string[] };

const CALLERS = join(import.meta.dirname, 'callers');
const VENV = 'python3 -m venv venv';
const PIP = 'venv/bin/pip install --quiet --disable-pip-version-check';
const TSC =
  'npx --yes -p typescript@5.9.3 tsc --noEmit --strict --skipLibCheck --target es2022 --module esnext';
const openapiGenerator = (language: string): string[] => [
  'mvn -q dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.17.0 -DoutputDirectory=.',
  `java -jar openapi-generator-cli-7.17.0.jar generate -i openapi.json -g ${language} -o made`,
];

const GENERATORS: Record<string, Generator> = {
  'openapi-typescript 7.13.0': {
    files: ['openapi_typescript.ts'],
    make: ['npx --yes openapi-typescript@7.13.0 openapi.json -o types.ts'],
    compile: [
      'npm install --silent openapi-fetch@0.17.0 @types/node@24',
      `${TSC} --moduleResolution bundler --allowImportingTsExtensions openapi_typescript.ts`,
    ],
    call: [`${process.execPath} openapi_typescript.ts`],
  },
  '@hey-api/openapi-ts 0.99.0': {
    files: ['hey_api.mjs'],
    make: [
      'npx --yes -p typescript@5.9.3 -p @hey-api/openapi-ts@0.99.0 openapi-ts -i openapi.json -o source',
    ],
    compile: [
      `${TSC} --moduleResolution bundler source/index.ts`,
      'npx --yes esbuild@0.27.0 source/sdk.gen.ts source/client.gen.ts --bundle --splitting --format=esm --outdir=made',
    ],
    call: [`${process.execPath} hey_api.mjs`],
  },
  'openapi-python-client 0.29.1': {
    files: ['openapi_python_client.py'],
    make: [
      VENV,
      `${PIP} openapi-python-client==0.29.1`,
      'venv/bin/openapi-python-client generate --path openapi.json --output-path made',
    ],
    compile: [`${PIP} ./made`, 'python3 -m compileall -q made'],
    call: ['venv/bin/python openapi_python_client.py'],
  },
  'datamodel-code-generator 0.89.0': {
    files: ['datamodel_code_generator.py'],
    make: [
      VENV,
      `${PIP} datamodel-code-generator==0.89.0`,
      'venv/bin/datamodel-codegen --input openapi.json --output models.py ' +
        '--output-model-type pydantic_v2.BaseModel',
    ],
    compile: [`${PIP} pydantic`, 'python3 -m compileall -q models.py'],
    call: ['venv/bin/python datamodel_code_generator.py'],
  },
  'oapi-codegen 2.8.2': {
    files: ['oapi_codegen.go'],
    make: [
      'go mod init parley.test/caller',
      'mkdir client',
      'go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 ' +
        '-generate types,client -package client -o client/client.go openapi.json',
    ],
    compile: ['go mod tidy', 'go build -o caller .'],
    call: ['./caller'],
  },
  'openapi-generator 7.17.0, python': {
    files: ['openapi_generator.py'],
    make: openapiGenerator('python'),
    compile: [VENV, `${PIP} ./made`],
    call: ['venv/bin/python openapi_generator.py'],
  },
  'openapi-generator 7.17.0, java': {
    files: ['OpenapiGenerator.java'],
    make: openapiGenerator('java'),
    compile: [
      'mvn -q -f made -DskipTests package dependency:copy-dependencies',
      'javac -cp made/target/classes:made/target/dependency/* OpenapiGenerator.java',
    ],
    call: ['java -cp .:made/target/classes:made/target/dependency/* OpenapiGenerator'],
  },
  'openapi-generator 7.17.0, kotlin': {
    files: ['OpenapiGenerator.kt', 'openapi_generator_kotlin.xml'],
    make: openapiGenerator('kotlin'),
    compile: [
      'cp OpenapiGenerator.kt made/src/main/kotlin/',
      'mvn -q -f openapi_generator_kotlin.xml compile dependency:copy-dependencies',
    ],
    call: ['java -cp target/classes:target/dependency/* OpenapiGeneratorKt'],
  },
};

const wanted = process.argv.slice(2);
const chosen = Object.entries(GENERATORS).filter(
  ([name]) => wanted.length === 0 || wanted.some((one) => name.includes(one)),
);
if (chosen.length === 0)
  throw new Error(`No generator is named so; there are: ${Object.keys(GENERATORS).join('; ')}`);
const parley = await startParley({ env: { PARLEY_SPEECH: 'off' } });
const environment = { ...process.env, PARLEY_URL: parley.url, PARLEY_API_KEY: parley.apiKey };
const rows: string[] = [];
try {
  const contract = await (await fetch(`${parley.url}/v1/openapi.json`)).text();
  for (const [name, generator] of chosen) {
    const outcomes = tryOut(generator, contract);
    if (outcomes.includes('no')) process.exitCode = 1;
    rows.push(`| ${name} | ${outcomes.join(' | ')} |`);
  }
} finally {
  await clearAway(parley);
}
console.log(['| generator | made | compiled | called |', '|---|---|---|---|', ...rows].join('\n'));

function tryOut({ files, make, compile, call }: Generator, contract: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'parley-generated-'));
  writeFileSync(join(folder, 'openapi.json'), contract);
  for (const file of files) copyFileSync(join(CALLERS, file), join(folder, file));
  let isFine = true;
  const outcomes = [make, compile, call].map((commands) => {
    isFine &&= runAll(folder, commands);
    return isFine ? 'yes' : 'no';
  });
  rmSync(folder, { recursive: true, force: true });
  return outcomes;
}

function runAll(cwd: string, commands: readonly string[]): boolean {
  try {
    for (const command of commands) {
      const [program = '', ...args] = command.split(' ');
      execFileSync(program, args, { cwd, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
    }
    return true;
  } catch (error) {
    console.error(String((error as { stderr?: Buffer }).stderr ?? error).slice(-2_000));
    return false;
  }
}
