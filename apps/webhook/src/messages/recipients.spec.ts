import { type Addressed, recipientsAmong, type Subscriber, wantedFor } from './recipients.js';

const createdAt = new Date('2026-11-22T09:00:00.000Z');
const time = new Date('2026-11-22T09:00:00.001Z');

const subscriber = (id: string, accountId: string, ...eventTypes: string[]): Subscriber => ({
  id,
  accountId,
  eventTypes,
  filter: null,
  createdAt,
});

const subscribers = [
  subscriber('we_all', 'acc_a', '*'),
  subscriber('we_family', 'acc_a', 'catch.*', 'ping'),
  subscriber('we_name', 'acc_a', 'catch.created', 'leaderboard.entry_changed'),
  subscriber('we_other', 'acc_b', '*'),
];
const recipients = recipientsAmong(subscribers);
const idsFor = (event: Omit<Addressed, 'time' | 'data'> & { time?: Date }): string[] =>
  recipients({ time, data: {}, ...event }).map(({ id }) => id);

describe('an event of an account', () => {
  it('reaches those of its endpoints that take the type', () => {
    expect(idsFor({ type: 'catch.created', accountId: 'acc_a' })).toEqual(['we_all', 'we_family', 'we_name']);
    expect(idsFor({ type: 'catch.updated', accountId: 'acc_a' })).toEqual(['we_all', 'we_family']);
    expect(idsFor({ type: 'verification.approved', accountId: 'acc_a' })).toEqual(['we_all']);
  });

  it('reaches no other account', () => {
    expect(idsFor({ type: 'catch.created', accountId: 'acc_b' })).toEqual(['we_other']);
    expect(idsFor({ type: 'catch.created', accountId: 'acc_c' })).toEqual([]);
  });

  it('that happened as the endpoint was created reaches it', () => {
    expect(idsFor({ type: 'catch.updated', accountId: 'acc_a', time: createdAt })).toEqual(['we_all', 'we_family']);
  });

  it('that happened before the endpoint was created does not reach it', () => {
    const before = new Date(createdAt.getTime() - 1);
    expect(idsFor({ type: 'catch.updated', accountId: 'acc_a', time: before })).toEqual([]);
  });

  it('without an account reaches nobody', () => {
    expect(idsFor({ type: 'catch.created', accountId: null })).toEqual([]);
  });
});

describe('an event of a leaderboard', () => {
  it('reaches every account', () => {
    expect(idsFor({ type: 'leaderboard.entry_changed', accountId: 'acc_c' })).toEqual([
      'we_all',
      'we_name',
      'we_other',
    ]);
    expect(idsFor({ type: 'leaderboard.entry_changed', accountId: null })).toEqual(['we_all', 'we_name', 'we_other']);
  });
});

describe('who is wanted for a batch', () => {
  it('are its accounts, each once, and everybody for what is public', () => {
    const events = [
      { type: 'catch.created', accountId: 'acc_a', time },
      { type: 'catch.created', accountId: 'acc_a', time },
      { type: 'catch.deleted', accountId: null, time },
      { type: 'leaderboard.entry_changed', accountId: 'acc_b', time },
    ] as const;
    expect(wantedFor(events)).toEqual({
      accounts: ['acc_a'],
      ownPatterns: ['*', 'catch.*', 'catch.created', 'catch.deleted'],
      publicPatterns: ['*', 'leaderboard.*', 'leaderboard.entry_changed'],
    });
  });
});
