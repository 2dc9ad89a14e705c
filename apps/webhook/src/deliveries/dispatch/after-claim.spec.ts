import { afterClaim } from './after-claim.js';
import type { Claimed, DueMessage } from './due-messages.js';

const of = (endpointId: string) => ({ endpointId, accountId: 'acc_1' });
const at = (second: number): Date => new Date(Date.UTC(2026, 4, 1, 6, 0, second));

const claimed = (endpointIds: readonly string[], dueUntil: readonly [string, Date][]): Claimed => ({
  messages: endpointIds.map((id) => of(id) as DueMessage),
  dueUntil: new Map(dueUntil),
  skipped: 0,
  slots: [],
  looked: [],
});

describe('an endpoint that filled its room', () => {
  it('is claimed from again, from the last message that it had due', () => {
    const claims = [
      { ...of('we_full'), room: 2 },
      { ...of('we_empty'), room: 2 },
    ];
    const after = afterClaim(claims, claimed(['we_full', 'we_full', 'we_empty'], [['we_full', at(2)]]));
    expect(after.again).toEqual([{ ...of('we_full'), dueFrom: at(2) }]);
  });
});

describe('endpoints beside one whose messages failed', () => {
  it('are claimed from again, from where they were', () => {
    const claims = [
      { ...of('we_new'), room: 2 },
      { ...of('we_known'), room: 2, dueFrom: at(1) },
    ];
    const after = afterClaim(claims, { ...claimed([], []), skipped: 1 });
    expect(after.again).toEqual([
      { ...of('we_new'), dueFrom: undefined },
      { ...of('we_known'), dueFrom: at(1) },
    ]);
  });
});

describe('an endpoint whose queue was looked at in part', () => {
  const claims = [
    { ...of('we_long'), room: 1 },
    { ...of('we_seen'), room: 1 },
  ];
  const looked = [
    { endpointId: 'we_long', untilMs: at(3).getTime() },
    { endpointId: 'we_seen', untilMs: null },
  ];

  it('is looked at on after a pause, until all was', () => {
    const after = afterClaim(claims, { ...claimed([], []), looked });
    expect(after).toEqual({ again: [], later: [[of('we_long'), 50]] });
  });

  it('is claimed from again from where it was, if it filled its room', () => {
    const after = afterClaim(claims, { ...claimed(['we_long'], [['we_long', at(9)]]), looked });
    expect(after.again).toEqual([{ ...of('we_long'), dueFrom: undefined }]);
  });
});
