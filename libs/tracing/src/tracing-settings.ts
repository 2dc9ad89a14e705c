/** The values of `OTEL_TRACES_SAMPLER` that OpenTelemetry specifies and that need no other package. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type Sampler = (typeof SAMPLERS)[number];

export interface TracingSettings {
  /** Base address of the collector; undefined turns tracing off. */
  readonly endpoint: string | undefined;
  /** Sent with every export, such as the credentials of the collector. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: `cds-` and the name of the service. */
  readonly serviceName: string | undefined;
  readonly resourceAttributes: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
  /** The share of traces that the samplers with `traceidratio` record, from 0 to 1. */
  readonly ratio: number;
}
