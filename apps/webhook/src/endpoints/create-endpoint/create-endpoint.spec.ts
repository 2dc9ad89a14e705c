import { findAppError } from '@cds/errors';
import { createEndpointOf } from './create-endpoint.js';

const policy = { allowLoopback: false };
const valid = { url: 'https://example.com/hooks', event_types: ['catch.*'] };

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
    expect(createEndpointOf(valid, policy)).toEqual({ ...valid, description: null, retry_schedule: null });
  });

  it('takes every type, family and * once', () => {
    expect(
      createEndpointOf({ ...valid, event_types: ['*', 'catch.*', 'catch.created', '*'] }, policy).event_types,
    ).toEqual(['*', 'catch.*', 'catch.created']);
  });

  it.each([[[]], [[1]], [[604_800]], [Array<number>(20).fill(1)], [null]])(
    'takes the schedule %j',
    (retry_schedule) => {
      expect(createEndpointOf({ ...valid, retry_schedule }, policy).retry_schedule).toEqual(retry_schedule);
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
    ['a step of no time', { ...valid, retry_schedule: [0] }, '/retry_schedule/0'],
    ['half a second', { ...valid, retry_schedule: [0.5] }, '/retry_schedule/0'],
    ['a step of over a week', { ...valid, retry_schedule: [604_801] }, '/retry_schedule/0'],
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
