/** `endpoint`: OTEL_EXPORTER_OTLP_ENDPOINT. */
export const tracesUrl = (endpoint: string): string => `${endpoint.replace(/\/+$/, '')}/v1/traces`;
