import { findAppError } from '@cds/errors';
import { createEndpointOf } from './create-endpoint.js';

const policy = { allowLoopback: false };
const valid = { url: 'https://example.com/hooks', event_types: ['catch.*'] };

const numbered = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, value]));

const failureOf = (body: unknown) => {
  try {
    createEndpointOf(body, policy);
  } catch (error) {
    return findAppError(error);
  }
  throw new Error('nothing failed');
};
const pointersOf = (body: unknown) => failureOf(body)?.violations.map((one) => 'pointer' in one && one.pointer);

describe('the order to create an endpoint', () => {
  it('needs a URL and event types, and follows the default schedule', () => {
    expect(createEndpointOf(valid, policy)).toEqual({
      url: valid.url,
      eventTypes: valid.event_types,
      description: null,
      retrySchedule: null,
      filter: null,
      ordering: 'none',
      maxRatePerSecond: null,
      headers: {},
    });
  });

  it('takes a filter, an order, a rate and headers, whose names it writes in lower case', () => {
    const filter = { species_id: 'spc_01h455vb4pex5vsknk084sn02q', min_weight_lbs: 5.125, region: 'US-TX' };
    const headers = { Authorization: 'Bearer abc', 'X-Team': 'records' };
    const order = { ...valid, filter, headers, ordering: 'per_subject', max_rate_per_second: 10 };
    expect(createEndpointOf(order, policy)).toMatchObject({
      filter,
      headers: { authorization: 'Bearer abc', 'x-team': 'records' },
      ordering: 'per_subject',
      maxRatePerSecond: 10,
    });
    expect(createEndpointOf({ ...valid, filter: {}, headers: null }, policy)).toMatchObject({
      filter: null,
      headers: {},
    });
  });

  it('takes every type, family and * once', () => {
    expect(
      createEndpointOf({ ...valid, event_types: ['*', 'catch.*', 'catch.created', '*'] }, policy).eventTypes,
    ).toEqual(['*', 'catch.*', 'catch.created']);
  });

  it.each([[[]], [[1]], [[604_800]], [Array<number>(20).fill(1)], [null]])(
    'takes the schedule %j',
    (retry_schedule) => {
      expect(createEndpointOf({ ...valid, retry_schedule }, policy).retrySchedule).toEqual(retry_schedule);
    },
  );

  it.each([
    ['no URL', { event_types: ['*'] }, '/url'],
    ['a URL that is no text', { ...valid, url: 7 }, '/url'],
    ['a URL of 2,049 characters', { ...valid, url: `https://example.com/${'x'.repeat(2_029)}` }, '/url'],
    ['a URL with NUL', { ...valid, url: 'https://example.com/\0' }, '/url'],
    ['no event types', { url: valid.url }, '/event_types'],
    ['empty event types', { ...valid, event_types: [] }, '/event_types'],
    ['event types that are null', { ...valid, event_types: null }, '/event_types'],
    ['an unknown event type', { ...valid, event_types: ['catch.created', 'catch.eaten'] }, '/event_types/1'],
    ['an unknown family', { ...valid, event_types: ['boat.*'] }, '/event_types/0'],
    ['an event type in capitals', { ...valid, event_types: ['CATCH.CREATED'] }, '/event_types/0'],
    ['a description of 201 characters', { ...valid, description: 'x'.repeat(201) }, '/description'],
    ['a schedule of 21 steps', { ...valid, retry_schedule: Array<number>(21).fill(1) }, '/retry_schedule'],
    ['a step below a second', { ...valid, retry_schedule: [0] }, '/retry_schedule/0'],
    ['half a second', { ...valid, retry_schedule: [0.5] }, '/retry_schedule/0'],
    ['a step of over a week', { ...valid, retry_schedule: [604_801] }, '/retry_schedule/0'],
    ['an unknown filter key', { ...valid, filter: { colour: 'red' } }, '/filter/colour'],
    ['a malformed id in the filter', { ...valid, filter: { species_id: 'bass' } }, '/filter/species_id'],
    ['an unknown region', { ...valid, filter: { region: 'XX-1' } }, '/filter/region'],
    ['an unknown tier', { ...valid, filter: { min_verification_tier: 'gold' } }, '/filter/min_verification_tier'],
    ['a filter by rank 0', { ...valid, filter: { max_rank: 0 } }, '/filter/max_rank'],
    ['an unknown ordering', { ...valid, ordering: 'global' }, '/ordering'],
    ['a rate of 0', { ...valid, max_rate_per_second: 0 }, '/max_rate_per_second'],
    ['half a request a second', { ...valid, max_rate_per_second: 0.5 }, '/max_rate_per_second'],
    ['21 headers', { ...valid, headers: numbered(21, 'x') }, '/headers'],
    ['headers of over 4 kB', { ...valid, headers: numbered(5, 'x'.repeat(1_000)) }, '/headers'],
    ['one of our headers', { ...valid, headers: { 'Webhook-Signature': 'v1,x' } }, '/headers/Webhook-Signature'],
    ['the user agent', { ...valid, headers: { 'user-agent': 'x' } }, '/headers/user-agent'],
    ['a hop-by-hop header', { ...valid, headers: { Connection: 'close' } }, '/headers/Connection'],
    ['a header name with a blank', { ...valid, headers: { 'x y': 'z' } }, '/headers/x y'],
    ['a header value of two lines', { ...valid, headers: { 'x-y': 'a\r\nb' } }, '/headers/x-y'],
    ['a header in two cases', { ...valid, headers: { 'X-Y': 'a', 'x-y': 'b' } }, '/headers/x-y'],
    ['an unknown field', { ...valid, colour: 'red' }, '/colour'],
    ['a read-only field', { ...valid, status: 'enabled' }, '/status'],
  ])('with %s is invalid', (_what, body, pointer) => {
    expect(failureOf(body)).toMatchObject({ kind: 'invalid', code: 'request.invalid' });
    expect(pointersOf(body)).toContain(pointer);
  });

  it.each([null, undefined, [], 'text', 7])('that is %j is invalid', (body) => {
    expect(failureOf(body)).toMatchObject({ kind: 'invalid' });
  });

  it('to a forbidden address is rejected', () => {
    expect(failureOf({ ...valid, url: 'https://169.254.169.254/' })).toMatchObject({
      kind: 'rejected',
      code: 'webhook.address_forbidden',
    });
  });

  it('to a forbidden address that is wrong otherwise too is invalid, and all is told', () => {
    const body = { url: 'https://u@10.0.0.1/', event_types: ['boat.*'], colour: 'red' };
    expect(failureOf(body)).toMatchObject({ kind: 'invalid' });
    expect(pointersOf(body)?.toSorted()).toEqual(['/colour', '/event_types/0', '/url', '/url']);
  });
});
