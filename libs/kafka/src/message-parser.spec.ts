import type { IHeaders, KafkaMessage } from 'kafkajs';
import { parseMessage, publishedEventParser } from './message-parser.js';

const HEADERS = {
  ce_id: 'evt_1',
  ce_type: 'Known',
  ce_source: 'tests',
  ce_subject: 'subject',
  ce_time: '2026-11-21T09:00:00.000Z',
};
const at = { topic: 'facts', partition: 2, offset: '7', receivedAt: new Date(0) };
const parserOf = (type: string) => (type === 'Known' ? (data: unknown) => data : undefined);
const message = (headers: IHeaders, value: string | null = '{"number":1}'): KafkaMessage => ({
  key: Buffer.from('subject'),
  value: value === null ? null : Buffer.from(value),
  headers,
  offset: '7',
  timestamp: '0',
  attributes: 0,
});

describe('a message', () => {
  it('is the event that it carries', () => {
    expect(
      parseMessage(message({ ...HEADERS, ce_accountid: 'acc_1', traceparent: '00-ab-cd-01' }), at, parserOf),
    ).toEqual({
      ...at,
      id: 'evt_1',
      type: 'Known',
      source: 'tests',
      subject: 'subject',
      time: new Date('2026-11-21T09:00:00.000Z'),
      accountId: 'acc_1',
      traceparent: '00-ab-cd-01',
      data: { number: 1 },
    });
  });

  it('takes headers as bytes, and the first of several', () => {
    const headers = {
      ...HEADERS,
      ce_id: [Buffer.from('evt_2'), Buffer.from('evt_3')],
      ce_source: Buffer.from('Åland'),
    };
    expect(parseMessage(message(headers), at, parserOf)).toMatchObject({
      id: 'evt_2',
      source: 'Åland',
      accountId: null,
      traceparent: null,
    });
  });

  it('without a value is a tombstone', () => {
    expect(parseMessage(message(HEADERS, null), at, parserOf)).toMatchObject({ subject: 'subject', data: null });
  });

  it('of an unknown type is none of our business, whatever else it carries', () => {
    expect(parseMessage(message({ ce_type: 'Unknown' }, 'no JSON'), at, parserOf)).toBeNull();
  });

  it.each(Object.keys(HEADERS))('without the header %s is malformed', (name) => {
    expect(() => parseMessage(message({ ...HEADERS, [name]: undefined }), at, parserOf)).toThrow(
      `The header ${name} is missing`,
    );
  });

  it('with a time that is none is malformed', () => {
    expect(() => parseMessage(message({ ...HEADERS, ce_time: 'yesterday' }), at, parserOf)).toThrow(
      'The header ce_time is no time',
    );
  });

  it('that is no JSON is malformed', () => {
    expect(() => parseMessage(message(HEADERS, '{'), at, parserOf)).toThrow(
      expect.objectContaining({ name: 'MalformedMessage' }),
    );
  });
});

describe('the parser of published events', () => {
  it('is the schema of the contract', () => {
    expect(() => publishedEventParser('CatchLoggedV1')?.({ id: 1 })).toThrow(/expected string/);
  });

  it.each(['CatchLoggedV99', 'constructor', ''])('does not know the type "%s"', (type) => {
    expect(publishedEventParser(type)).toBeUndefined();
  });
});
