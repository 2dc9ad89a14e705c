import { SAMPLERS } from '@cds/tracing';
import { z } from 'zod';
import { httpUrl, pairs } from './config-schemas.js';
import { setting } from './setting.js';

const RATIO = z
  .string()
  .regex(/^(0|1|0?\.\d+|1\.0*)$/, 'must be a number from 0 to 1')
  .transform(Number);

/** Where spans go. The names are OpenTelemetry's own. */
export const tracingSettings = {
  endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    httpUrl.optional(),
    'Base address of an OpenTelemetry collector that takes OTLP over HTTP, such as http://collector:4318; spans ' +
      'go to /v1/traces there. Unset: no spans are made.',
  ),
  headers: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    pairs.optional().transform((given) => given ?? {}),
    'Headers of the exports, name=value separated by commas, such as the credentials of the collector.',
    { secret: true },
  ),
  serviceName: setting(
    'OTEL_SERVICE_NAME',
    z.string().min(1).optional(),
    'Name of the service in its spans. Unset: cds- and the name of the service, such as cds-catch.',
  ),
  resourceAttributes: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    pairs.optional().transform((given) => given ?? {}),
    'Further attributes of all spans, name=value separated by commas, such as deployment.environment.name=staging.',
  ),
  sampler: setting(
    'OTEL_TRACES_SAMPLER',
    z.enum(SAMPLERS),
    `Which traces are recorded: ${SAMPLERS.join(', ')}. With parentbased_… the gateway decides, whatever its ` +
      'caller wants, and the services follow it.',
    { default: 'parentbased_always_on' },
  ),
  ratio: setting('OTEL_TRACES_SAMPLER_ARG', RATIO, 'The share of traces that …traceidratio records, from 0 to 1.', {
    default: '1',
  }),
} as const;
