import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../../core/ports.ts';

type Outcome = { code: number; error?: Error };

/** OpenTelemetry's `ExportResultCode.SUCCESS`. */
const EXPORTED = 0;

/** The same exporter, which also logs when the collector takes no spans, and when it takes them again. */
export function reportOutages(exporter: SpanExporter, log: Log): SpanExporter {
  const component = 'traces';
  let isTaken = true;
  const note = ({ code, error }: Outcome): void => {
    if ((code === EXPORTED) === isTaken) return;
    isTaken = !isTaken;
    if (isTaken) log.info('the collector takes traces again', { component });
    else
      log.warn('the collector takes no traces, which are lost: check OTEL_EXPORTER_OTLP_*', {
        component,
        error,
      });
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (outcome) => {
        note(outcome);
        done(outcome);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
