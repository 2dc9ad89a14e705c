import { RoomPerAccount } from './room-per-account.js';

const taken = (rooms: RoomPerAccount, times: number, now: number, kind: 'success' | 'error' = 'success'): number =>
  Array.from({ length: times }, () => rooms.take('acc_1', kind, now)).filter(Boolean).length;

test('a burst of calls is kept whole, and of what follows one in ten seconds', () => {
  const rooms = new RoomPerAccount();
  expect(taken(rooms, 120, 0)).toBe(120);
  expect(taken(rooms, 1_000, 0)).toBe(0);
  expect(taken(rooms, 1_000, 60_000)).toBe(6);
});

test('a flood of successes leaves errors their room, and other accounts theirs', () => {
  const rooms = new RoomPerAccount();
  taken(rooms, 1_000, 0);
  expect(taken(rooms, 1, 0, 'error')).toBe(1);
  expect(rooms.take('acc_2', 'success', 0)).toBe(true);
});

test('an account that rested has room for a burst again, and for no more', () => {
  const rooms = new RoomPerAccount();
  taken(rooms, 120, 0);
  expect(taken(rooms, 1_000, 86_400_000)).toBe(120);
});

test('a clock that is set back gives no room away', () => {
  const rooms = new RoomPerAccount();
  taken(rooms, 120, 60_000);
  expect(taken(rooms, 1, 0)).toBe(0);
});
