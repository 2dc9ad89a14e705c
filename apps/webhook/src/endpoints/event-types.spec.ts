import { audienceOf, EVENT_TYPE_PATTERNS, patternsFor, WEBHOOK_EVENT_TYPES } from './event-types.js';

describe('event types', () => {
  it('are taken by their name, their family and *', () => {
    expect(patternsFor('catch.created')).toEqual(['*', 'catch.*', 'catch.created']);
    expect(patternsFor('leaderboard.entry_changed')).toEqual(['*', 'leaderboard.*', 'leaderboard.entry_changed']);
  });

  it('without a family are taken by name and *', () => {
    expect(patternsFor('ping')).toEqual(['*', 'ping']);
  });

  it.each(WEBHOOK_EVENT_TYPES)('%s is taken by patterns that an endpoint may name', (type) => {
    expect(EVENT_TYPE_PATTERNS).toEqual(expect.arrayContaining(patternsFor(type)));
  });

  it.each([
    ['catch.created', 'owner'],
    ['verification.approved', 'owner'],
    ['webhook.endpoint_disabled', 'owner'],
    ['leaderboard.entry_changed', 'everyone'],
    ['species.record_broken', 'everyone'],
  ] as const)('%s reaches %s', (type, audience) => {
    expect(audienceOf(type)).toBe(audience);
  });
});
