import { ReceiverTurns } from './receiver-turns.js';

const of = (endpointId: string, accountId: string) => ({ endpointId, accountId });

const turnsOf = (...receivers: [string, string][]): ReceiverTurns => {
  const turns = new ReceiverTurns();
  for (const [endpointId, accountId] of receivers) turns.add(of(endpointId, accountId));
  return turns;
};

const order = (turns: ReceiverTurns): string[] => [...turns.inOrder()].map(({ endpointId }) => endpointId);

describe('turns', () => {
  it('go round the accounts, and round the endpoints of each', () => {
    const turns = turnsOf(['we_1', 'a'], ['we_2', 'a'], ['we_3', 'a'], ['we_4', 'b'], ['we_5', 'c'], ['we_6', 'c']);
    expect(order(turns)).toEqual(['we_1', 'we_4', 'we_5', 'we_2', 'we_6', 'we_3']);
  });

  it('put an account that had one behind all others', () => {
    const turns = turnsOf(['we_1', 'a'], ['we_2', 'a'], ['we_4', 'b']);
    turns.done(of('we_1', 'a'));
    turns.add(of('we_1', 'a'));
    expect(order(turns)).toEqual(['we_4', 'we_2', 'we_1']);
  });

  it('hold each endpoint once, where it stands', () => {
    const turns = turnsOf(['we_1', 'a'], ['we_2', 'a'], ['we_1', 'a']);
    expect([order(turns), turns.size, turns.has('we_1')]).toEqual([['we_1', 'we_2'], 2, true]);
  });

  it('forget from when on messages are due as soon as somebody may have queued an earlier one', () => {
    const dueFrom = new Date('2026-05-01T06:00:00.000Z');
    const [claimedTwice, woken] = [of('we_1', 'a'), of('we_2', 'a')];
    const turns = new ReceiverTurns();
    for (const turn of [claimedTwice, { ...claimedTwice, dueFrom }, { ...woken, dueFrom }, woken]) turns.add(turn);
    turns.add({ ...of('we_3', 'a'), dueFrom: new Date(dueFrom.getTime() + 1) });
    turns.add({ ...of('we_3', 'a'), dueFrom });
    expect([...turns.inOrder()].map((turn) => turn.dueFrom)).toEqual([undefined, undefined, dueFrom]);
  });

  it('end', () => {
    const turns = turnsOf(['we_1', 'a']);
    turns.done(of('we_1', 'a'));
    turns.done(of('we_1', 'a'));
    expect([order(turns), turns.size, turns.has('we_1')]).toEqual([[], 0, false]);
  });
});
