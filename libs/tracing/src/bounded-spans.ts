import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import type { SpanMetrics } from './span-metrics.js';

/** Spans that wait for their export; about 4 MB. */
export const MAX_QUEUED_SPANS = 4_096;
/** Spans of one export. */
export const BATCH_SIZE = 512;
const EXPORT_EVERY_MS = 1_000;
const EXPORT_TIMEOUT_MS = 10_000;

/**
 * Hands spans to the exporter in batches, one after the other. More than `MAX_QUEUED_SPANS` never wait: while the
 * collector is slow or away further spans are dropped. What became of each span is counted.
 */
export class BoundedSpans implements SpanProcessor {
  private readonly batches: SpanProcessor;
  private waiting = 0;
  private hasFailed = false;

  constructor(
    exporter: SpanExporter,
    private readonly metrics: SpanMetrics,
    private readonly onExport: (failure: string | null) => void,
  ) {
    this.batches = new BatchSpanProcessor({
      exporter: this.counting(exporter),
      maxQueueSize: MAX_QUEUED_SPANS,
      maxExportBatchSize: BATCH_SIZE,
      scheduledDelayMillis: EXPORT_EVERY_MS,
      exportTimeoutMillis: EXPORT_TIMEOUT_MS,
    });
  }

  onStart(span: Span, parent: Parameters<SpanProcessor['onStart']>[1]): void {
    this.batches.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    if (this.waiting >= MAX_QUEUED_SPANS) return this.metrics.count('dropped', 1);
    this.waiting += 1;
    this.batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.batches.shutdown();
  }

  private counting(exporter: SpanExporter): SpanExporter {
    return {
      export: (spans, callback) => {
        this.waiting -= spans.length;
        exporter.export(spans, (result) => {
          this.metrics.count(result.error ? 'failed' : 'exported', spans.length);
          this.note(result.error);
          callback(result);
        });
      },
      shutdown: () => exporter.shutdown(),
      forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    };
  }

  /** A collector that is away is logged once, not with every batch. */
  private note(error: Error | undefined): void {
    if ((error !== undefined) === this.hasFailed) return;
    this.hasFailed = error !== undefined;
    this.onExport(error ? error.message : null);
  }
}
