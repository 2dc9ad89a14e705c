import type { ReceivedEvent } from '@cds/kafka';
import { newestStates } from './newest-states.js';

const event = (subject: string, version: number | null, second: number): ReceivedEvent<{ version: number }> => ({
  id: `evt_${subject}_${second}`,
  type: 'SpeciesChangedV1',
  source: '/species',
  subject,
  time: new Date(second * 1000),
  accountId: null,
  traceparent: null,
  data: version === null ? null : { version },
  topic: 'species.catalog',
  partition: 0,
  offset: String(second),
  receivedAt: new Date(second * 1000),
});

const versions = (...events: ReceivedEvent<{ version: number }>[]): unknown[] =>
  newestStates(events).map(({ subject, data }) => [subject, data?.version ?? 'deleted']);

describe('newestStates', () => {
  it('takes the highest version of each subject, wherever it stands', () => {
    expect(versions(event('a', 1, 1), event('b', 2, 2), event('a', 3, 3), event('a', 2, 2), event('b', 1, 1))).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
  });

  it('takes the later message of two with one version', () => {
    const [first, second] = [event('a', 1, 1), event('a', 1, 2)];
    expect(newestStates([first, second])).toEqual([second]);
  });

  it('keeps a deletion from states that are older, and lets a later one follow it', () => {
    expect(versions(event('a', null, 5), event('a', 3, 4))).toEqual([['a', 'deleted']]);
    expect(versions(event('a', 3, 6), event('a', null, 5))).toEqual([['a', 3]]);
    expect(versions(event('a', null, 5), event('a', 4, 6))).toEqual([['a', 4]]);
  });
});
