import { AppError, type ErrorKind } from '@cds/errors';
import kafkajs from 'kafkajs';
import { describeFailure, dispositionOf, MalformedMessage } from './message-failure.js';

const { KafkaJSConnectionError, KafkaJSNumberOfRetriesExceeded } = kafkajs;
const expected = (kind: ErrorKind, cause?: unknown): AppError =>
  new AppError({ code: 'request.rejected', kind, message: 'No.', cause });
const ofPostgres = (code: string): Error => Object.assign(new Error('of PostgreSQL'), { code });

describe('the disposition of a message', () => {
  it.each([
    ['is tried again when what it needs is unavailable', expected('unavailable'), 'retry'],
    ['is tried again after a conflict', expected('conflict'), 'retry'],
    ['is tried again when the connection to PostgreSQL is lost', ofPostgres('08006'), 'retry'],
    ['is tried again when PostgreSQL shuts down', new Error('query failed', { cause: ofPostgres('57P01') }), 'retry'],
    ['is tried again when a broker is away', new KafkaJSConnectionError('closed', {}), 'retry'],
    [
      'is tried again when kafkajs gave up',
      new KafkaJSNumberOfRetriesExceeded(new Error('x'), { retryCount: 5, retryTime: 1 }),
      'retry',
    ],
    ['is set aside when it is refused', expected('rejected'), 'dead-letter'],
    ['is set aside when what it refers to is gone', expected('gone', ofPostgres('08006')), 'dead-letter'],
    ['is set aside when it is no event', new MalformedMessage('no'), 'dead-letter'],
    ['is a bug’s when nobody expected the failure', new TypeError('undefined is not a function'), 'bug'],
    ['is a bug’s when a constraint is violated', ofPostgres('23505'), 'bug'],
    ['is a bug’s when something is thrown that is no error', 'oh no', 'bug'],
  ])('%s', (_, error, disposition) => {
    expect(dispositionOf(error)).toBe(disposition);
  });
});

describe('a failure is described', () => {
  it.each<[string, unknown, { code: string; message: string }]>([
    ['by its code when it was expected', expected('rejected'), { code: 'request.rejected', message: 'No.' }],
    [
      'as a malformed message',
      new MalformedMessage('The header ce_id is missing'),
      { code: 'message.malformed', message: 'The header ce_id is missing' },
    ],
    ['as a bug', new TypeError('x'), { code: 'internal.error', message: 'x' }],
    ['as a bug when it is no error', 'oh no', { code: 'internal.error', message: 'oh no' }],
  ])('%s', (_, error, description) => {
    expect(describeFailure(error)).toEqual(description);
  });
});
