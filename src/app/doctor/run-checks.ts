import { isDataFolderHeld } from '../../adapters/embedded/data-folder.ts';
import { readSettings, type Settings, SettingsFault } from '../config/read-settings.ts';
import { checkName, checkPorts } from './check-address.ts';
import { checkCertificate, checkTurn } from './check-certificate.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk, checkSpool } from './check-storage.ts';
import { checkMedia } from './check-media.ts';
import { checkSpeech, checkSummary } from './check-models.ts';
import { fault, fine, type Finding } from './finding.ts';

/** @throws SettingsFault */
type ReadEnvironment = () => Record<string, string | undefined>;

/** Checks everything that the settings name, in parallel; leaves nothing behind. Takes a few seconds at most. */
export async function runChecks(environment: ReadEnvironment, now: Date): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = readSettings(environment());
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
  ]);
  return [fine('settings', 'can be used'), ...checkCertificate(settings, now), ...findings.flat()];
}
