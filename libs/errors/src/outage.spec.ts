import { AppError } from './app-error.js';
import { isOutage } from './outage.js';

const failure = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);

describe('an outage', () => {
  it.each([
    ['a refused connection', failure({ code: 'ECONNREFUSED' })],
    ['a server that stops', failure({ code: '57P01' })],
    ['a service that is away', new AppError({ code: 'service.unavailable', kind: 'unavailable', message: 'Away.' })],
    ['a broker that is away', failure({ name: 'KafkaJSConnectionError', retriable: true })],
    ['a broker that was asked often enough', failure({ name: 'KafkaJSNumberOfRetriesExceeded', retriable: false })],
    ['the cause of another failure', new Error('outer', { cause: failure({ code: 'ECONNRESET' }) })],
  ])('is %s', (_, error) => {
    expect(isOutage(error)).toBe(true);
  });

  it.each([
    ['a bug', new TypeError('x is undefined')],
    ['a refused row', failure({ code: '23505' })],
    ['a message that is too large', failure({ name: 'KafkaJSProtocolError', retriable: false })],
    ['nothing', undefined],
  ])('is not %s', (_, error) => {
    expect(isOutage(error)).toBe(false);
  });
});
