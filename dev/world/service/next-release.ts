import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../setup/places.mjs';

const PARTS = ['src', 'contract', 'clients', 'docs', 'setup', 'package.json', 'CHANGELOG.md'];
const STEP = `import { sql } from 'kysely';
export async function up(db) {
  await sql\`alter table meeting add column next_release text\`.execute(db);
  await sql\`create table next_release (ref text primary key)\`.execute(db);
}
`;

/** Copies this checkout and adds a migration to it. Returns the folder. */
export async function nextRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-next-'));
  const root = projectRoot();
  for (const part of PARTS)
    await cp(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith('/node_modules'),
    });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'src/store/migrations/9999-next-release.ts'), STEP);
  const store = join(folder, 'src/store/open-store.ts');
  const text = await readFile(store, 'utf8');
  const changed = text.replace(
    /^export const migrations = \{([^}]*)\};/m,
    "import * as next from './migrations/9999-next-release.ts';\n" +
      "export const migrations = {$1 '9999-next-release': next };",
  );
  if (changed === text) throw new Error('the migrations are not where this looks for them');
  await writeFile(store, changed);
  return folder;
}
