import { isDataFolderHeld } from '../../adapters/embedded/data-folder.ts';
import { readSettings, type Settings, SettingsFault } from '../config/read-settings.ts';
import { unusedSettings } from '../config/unused-settings.ts';
import { checkName, checkPorts } from './check-address.ts';
import { checkCertificate, checkTurn } from './check-certificate.ts';
import { checkDatabase } from './check-database.ts';
import { checkHealth } from './check-health.ts';
import { checkDisk, checkSpool } from './check-storage.ts';
import { checkTraces } from './check-traces.ts';
import { checkMedia } from './check-media.ts';
import { checkSpeech, checkSummary } from './check-models.ts';
import { fault, fine, type Finding } from './finding.ts';

/** @throws SettingsFault */
type ReadEnvironment = () => Record<string, string | undefined>;

/** Checks everything that the settings name, in parallel; leaves nothing behind. Takes a few seconds at most. */
export async function runChecks(environment: ReadEnvironment, now: Date): Promise<Finding[]> {
  let env: ReturnType<ReadEnvironment>;
  let settings: Settings;
  try {
    env = environment();
    settings = readSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error;
    return error.faults.map((words) =>
      fault('settings', words, 'Correct it; .env.example lists every setting.'),
    );
  }
  const isRunning = isDataFolderHeld(settings.dataDir);
  const findings = await Promise.all([
    checkName(settings, isRunning),
    checkPorts(settings, isRunning),
    checkTurn(settings, isRunning),
    checkDatabase(settings),
    checkMedia(settings, isRunning),
    checkSpeech(settings),
    checkSummary(settings),
    checkDisk(settings),
    checkSpool(settings),
    checkTraces(settings),
    checkHealth(settings, isRunning),
  ]);
  return [...checkSettings(env, settings), ...checkCertificate(settings, now), ...findings.flat()];
}

function checkSettings(env: ReturnType<ReadEnvironment>, settings: Settings): Finding[] {
  const unused = unusedSettings(env, settings);
  if (unused.length === 0) return [fine('settings', 'can be used')];
  return unused.map(({ name, needs }) =>
    fault('settings', `${name} has no effect without ${needs}`, `Set ${needs}, or remove ${name}.`),
  );
}
