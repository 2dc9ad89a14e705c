import type { Span } from '@cds/tracing';
import { continued } from './hop-span.js';

const [TRACE, SENT, OWN] = ['a'.repeat(32), 'b'.repeat(16), 'c'.repeat(16)];
const span = { spanContext: () => ({ traceId: TRACE, spanId: OWN, traceFlags: 1 }) } as Span;
const headers = [
  'x-any',
  'traceparent',
  'x-request-id',
  'traceparent',
  'traceparent',
  `00-${TRACE}-${SENT}-01`,
  'z',
  '1',
];

it('a service continues the span of the attempt, whatever values the caller’s headers have', () => {
  expect(continued(headers, span)).toEqual([...headers.slice(0, 5), `00-${TRACE}-${OWN}-01`, 'z', '1']);
});

it('a service continues what the gateway got where there are no spans', () => {
  expect(continued(headers, undefined)).toBe(headers);
});
