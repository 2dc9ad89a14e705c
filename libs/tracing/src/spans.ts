import {
  type Attributes,
  type Context,
  context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

export interface SpanOptions {
  readonly kind: keyof typeof KINDS;
  /** The W3C traceparent that the span continues; null begins a trace. Default: the active span's. */
  readonly parent?: string | null;
  /** The traceparents of further causes. */
  readonly links?: readonly string[];
  /** Names, patterns and numbers alone: neither what a user sent nor anything secret. */
  readonly attributes?: Attributes;
}

let tracer: Tracer | undefined;

/** Sets who makes the spans of this process; undefined turns them off. */
export const useTracer = (given: Tracer | undefined): void => {
  tracer = given;
};

/** Whether this process exports spans. Nothing else is done for tracing where it does not. */
export const isTracing = (): boolean => tracer !== undefined;

/** Undefined where this process exports no spans. Whoever starts a span ends it. */
export const startSpan = (name: string, options: SpanOptions): Span | undefined => {
  const { kind, parent, links = [], attributes = {} } = options;
  return tracer?.startSpan(
    name,
    { kind: KINDS[kind], attributes, links: links.flatMap(linkTo) },
    parent === undefined ? context.active() : contextOf(parent),
  );
};

/** The span that the running code works for. */
export const activeSpan = (): Span | undefined => (tracer ? trace.getSpan(context.active()) : undefined);

/** Calls `work`, and all that it awaits, on behalf of the span. */
export const runIn = <T>(span: Span | undefined, work: () => T): T =>
  span ? context.with(trace.setSpan(context.active(), span), work) : work();

/** Calls `callback` on behalf of whom it was given for, whoever calls it. */
export const bound = <T extends (...given: never[]) => unknown>(callback: T): T =>
  context.bind(context.active(), callback);

/** The same as `runIn`, and ends the span as the work ends. */
export const inSpan = async <T>(span: Span | undefined, work: () => Promise<T>): Promise<T> => {
  if (!span) return work();
  try {
    const result = await runIn(span, work);
    span.end();
    return result;
  } catch (error) {
    failSpan(span, error);
    throw error;
  }
};

/** The W3C traceparent that continues a span: what is sent on, stored and logged. */
export const traceparentIn = (span: Span): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
};

export const endSpan = (span: Span | undefined, attributes: Attributes = {}, errorType?: string): void => {
  if (!span) return;
  span.setAttributes(attributes);
  if (errorType !== undefined) {
    span.setAttribute('error.type', errorType);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
};

/** Ends a span whose work failed. The message of an error may quote what a user sent, so its code alone is kept. */
export const failSpan = (span: Span | undefined, error: unknown, attributes: Attributes = {}): void =>
  endSpan(span, attributes, errorTypeOf(error));

/** Whether the trace of a traceparent is being recorded. */
export const isSampled = (traceparent: string): boolean =>
  (Number.parseInt(traceparent.slice(53, 55), 16) & TraceFlags.SAMPLED) !== 0;

const errorTypeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

const contextOf = (traceparent: string | null): Context => {
  const parent = traceparent === null ? undefined : spanContextOf(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
};

const linkTo = (traceparent: string): Link[] => {
  const linked = spanContextOf(traceparent);
  return linked ? [{ context: linked }] : [];
};

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

const spanContextOf = (traceparent: string): SpanContext | undefined => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
};
