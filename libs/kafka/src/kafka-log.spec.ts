import { type LogEntry, logLevel } from 'kafkajs';
import { kafkaLog } from './kafka-log.js';

const logged = (level: logLevel, message: string, fields: object = {}): unknown[] => {
  const lines: unknown[] = [];
  const write = (name: string) => (all: object, event: string) => void lines.push([name, event, all]);
  const log = kafkaLog({ debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') })(
    logLevel.INFO,
  );
  log({ namespace: 'Connection', level, label: 'X', log: { timestamp: '', message, ...fields } } as LogEntry);
  return lines[0] as unknown[];
};

describe('a line of kafkajs', () => {
  it.each([
    ['Response GroupCoordinator(key: 10, version: 2)', { error: 'The group coordinator is not available' }],
    [
      'Response JoinGroup(key: 11, version: 5)',
      { error: "The coordinator is loading and hence can't process requests for this group" },
    ],
    ['Connection error: connect ECONNREFUSED 127.0.0.1:9092', {}],
    ['Response Heartbeat(key: 12, version: 3)', { error: 'The group is rebalancing, so a rejoin is needed' }],
  ])('about what heals by itself is for debugging: %s', (message, fields) => {
    expect(logged(logLevel.ERROR, message, fields)[0]).toBe('debug');
  });

  it('about its daily life is for debugging', () => {
    expect(logged(logLevel.INFO, 'Consumer has joined the group')[0]).toBe('debug');
  });

  it('about anything else is a warning, with its data', () => {
    expect(
      logged(logLevel.ERROR, 'Offset out of range, resetting to default offset', { topic: 'catch.events' }),
    ).toEqual([
      'warn',
      'kafka.client',
      { namespace: 'Connection', detail: 'Offset out of range, resetting to default offset', topic: 'catch.events' },
    ]);
  });
});
