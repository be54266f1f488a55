import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../../core/ports.ts';

type Send = SpanExporter['export'];
type Result = Parameters<Parameters<Send>[1]>[0];

/** Logs when the collector begins to refuse spans, and when it accepts them again. The spans in between are lost. */
export function reportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let fails = false;
  const note = (result: Result): void => {
    const failed = result.error !== undefined;
    if (failed && !fails)
      log.warn(
        'the collector does not accept traces: check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS',
        { component: 'traces', error: result.error, ...statusOf(result.error) },
      );
    if (!failed && fails) log.info('the collector accepts traces again', { component: 'traces' });
    fails = failed;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        note(result);
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** The exporter's error has the status of the answer as its code. */
function statusOf(error: object | undefined): { status?: number } {
  return error && 'code' in error && typeof error.code === 'number' ? { status: error.code } : {};
}
