// The service as a process: settings, data folder, servers, signals.
import { once } from 'node:events';
import { DataFolderHeld, holdDataFolder } from '../adapters/embedded/data-folder.ts';
import { banner } from './output/banner.ts';
import { environment, readSettings, type Settings, SettingsFault } from './config/read-settings.ts';
import { endOnUnhandled } from './output/end-on-unhandled.ts';
import { gatheredOutput } from './output/gathered-output.ts';
import { jsonLog } from './output/json-log.ts';
import { serve } from './serve.ts';
import { startFault } from './startup-error.ts';
import { version } from './version.ts';
import { releaseYoungHeap } from './young-heap.ts';
import { hostname } from 'node:os';

const STOP_WITHIN_MS = 9_500;

/** Runs until it is told to stop or cannot continue, and ends the process. */
export async function runService(): Promise<never> {
  let settings: Settings | null = null;
  try {
    settings = readSettings(environment());
    await run(settings);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${say(error, settings)}\n`);
    process.exit(1);
  }
}

async function run(settings: Settings): Promise<void> {
  const hold = holdDataFolder(settings.dataDir);
  const onTerminal = process.stdout.isTTY;
  const output = gatheredOutput();
  const writer = { role: [...settings.roles].join(','), instance: hostname() };
  const level = onTerminal && settings.logLevel === 'info' ? 'warn' : settings.logLevel;
  const log = jsonLog(level, output, writer);
  endOnUnhandled(log, output);
  const stop = stopSignal();
  try {
    const service = await serve(settings, log, stop);
    releaseYoungHeap();
    if (onTerminal)
      process.stdout.write(
        banner({ publicUrl: service.url, dataDir: settings.dataDir, workingDir: process.cwd() }),
      );
    else {
      const time = new Date().toISOString();
      const ready = { level: 'info', time, ...writer, msg: 'ready', version, url: service.url };
      output.write(`${JSON.stringify(ready)}\n`);
      void output.drain();
    }
    await aborted(stop);
    log.info('stopping');
    await service.stop();
  } catch (error) {
    // An aborted start has already stopped what it started.
    if (!stop.aborted) throw error;
  } finally {
    hold.release();
    await output.drain();
  }
}

/**
 * Aborts on SIGTERM, SIGINT and SIGHUP (the terminal was closed), also during startup: servers
 * that are already starting must not be left running.
 */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  stop.signal.addEventListener(
    'abort',
    () => setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref(),
    { once: true },
  );
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  return stop.signal;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** The message for the operator: what is wrong and what to do. */
function say(error: unknown, settings: Settings | null): string {
  if (error instanceof SettingsFault) return error.message;
  if (error instanceof DataFolderHeld) return `Parley cannot start: ${error.message}.`;
  return startFault(error, settings);
}
