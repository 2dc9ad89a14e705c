export { type Cause, causeOf, forCauses, otherCauses } from './causes.js';
export type { Span } from '@opentelemetry/api';
export {
  activeSpan,
  bound,
  endSpan,
  failSpan,
  inSpan,
  isSampled,
  isTracing,
  runIn,
  type SpanOptions,
  startSpan,
  traceparentIn,
} from './spans.js';
export { startTracing, type Tracing, type TracingOptions } from './start-tracing.js';
export { SAMPLERS, type Sampler, type TracingSettings } from './tracing-settings.js';
