import type { Log } from '../../core/ports.ts';
import type { LogOutput } from './gathered-output.ts';

/**
 * An error that nothing handled ends the process, as it does by default. Node would print its message and members, in
 * which PostgreSQL and libraries quote values.
 */
export function endOnUnhandled(log: Log, output: LogOutput): void {
  process.on('uncaughtException', (fault) => {
    log.error('an error was not handled: the process ends', { error: fault });
    void output.drain().finally(() => process.exit(1));
  });
}
