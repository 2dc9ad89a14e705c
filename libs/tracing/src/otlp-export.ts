import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { BATCH_SIZE, BoundedSpans, MAX_QUEUED_SPANS } from './bounded-spans.js';
import { samplerOf } from './sampler.js';
import { spanMetrics } from './span-metrics.js';
import { useTracer } from './spans.js';
import type { Tracing, TracingOptions } from './start-tracing.js';

/** One export, with its repetitions. */
const EXPORT_TIMEOUT_MS = 5_000;
/** A service that stops waits no longer than this for its collector. */
const STOP_MS = 2_000;
/** Nothing of ours is longer; what a library adds is cut. */
const MAX_ATTRIBUTE_LENGTH = 256;

/** Makes the spans of this process, and sends them to the collector in batches. */
export const startExporting = (endpoint: string, options: TracingOptions): Tracing => {
  const { settings, service, isEdge, registry, onExport } = options;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
    // One at a time, but all at once when the service stops.
    concurrencyLimit: MAX_QUEUED_SPANS / BATCH_SIZE,
    compression: CompressionAlgorithm.GZIP,
  });
  const spans = new BoundedSpans(exporter, spanMetrics(registry), onExport);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'catch-data-service',
      'service.name': settings.serviceName ?? `cds-${service}`,
      'service.instance.id': randomUUID(),
      ...settings.resourceAttributes,
    }),
    sampler: samplerOf(settings, isEdge),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: [spans],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  useTracer(provider.getTracer('catch-data-service'));
  return { stop: () => stop(provider) };
};

const stop = async (provider: TracerProvider): Promise<void> => {
  useTracer(undefined);
  const ended = provider.shutdown().catch(() => undefined);
  await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })]);
  context.disable();
};
