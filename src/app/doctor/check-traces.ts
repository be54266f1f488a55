import { tryCollector } from '../../adapters/otlp/try-collector.ts';
import type { Settings } from '../config/read-settings.ts';
import { codeOf } from './check-address.ts';
import { fault, fine, type Finding } from './finding.ts';

/** The collector of OTEL_EXPORTER_OTLP_ENDPOINT; empty when no traces are sent. */
export async function checkTraces({ traces }: Settings): Promise<Finding[]> {
  if (traces === null) return [];
  const { host } = new URL(traces.endpoint);
  try {
    const status = await tryCollector(traces);
    if (status >= 200 && status < 300)
      return [fine('traces', `the collector at ${host} accepts traces`)];
    return [
      fault(
        'traces',
        `${host} answers with status ${status}`,
        'Check OTEL_EXPORTER_OTLP_ENDPOINT, to which /v1/traces is added, and OTEL_EXPORTER_OTLP_HEADERS.',
      ),
    ];
  } catch (error) {
    return [
      fault(
        'traces',
        `no collector answers at ${host} (${codeOf(error) || 'no answer'})`,
        'Set OTEL_EXPORTER_OTLP_ENDPOINT to its receiver of OTLP over HTTP, usually on port 4318.',
      ),
    ];
  }
}
