import { setImmediate as nextTurn } from 'node:timers/promises';
import { LargeBodies } from './large-bodies.js';

const LARGE = Buffer.alloc(32_769);

/** Sends that are answered when the test says so. */
const sends = () => {
  const begun: (() => void)[] = [];
  const send = (): Promise<void> => new Promise((resolve) => void begun.push(resolve));
  return { begun, send };
};

it('sends two large bodies of an account at once, and the next one when one is answered', async () => {
  const bodies = new LargeBodies(2);
  const { begun, send } = sends();
  const sent = Array.from({ length: 3 }, () => bodies.inTurn('acc_1', LARGE, send));
  await nextTurn();
  expect(begun).toHaveLength(2);
  begun[0]?.();
  await sent[0];
  await nextTurn();
  expect(begun).toHaveLength(3);
  for (const answer of begun) answer();
  await Promise.all(sent);
});

it('holds back neither other accounts nor other requests of this one', async () => {
  const bodies = new LargeBodies(2);
  const { begun, send } = sends();
  const held = [bodies.inTurn('acc_1', LARGE, send), bodies.inTurn('acc_1', LARGE, send)];
  const done = async (): Promise<void> => undefined;
  await bodies.inTurn('acc_2', LARGE, done);
  await bodies.inTurn('acc_1', LARGE.subarray(1), done);
  await bodies.inTurn('acc_1', null, done);
  for (const answer of begun) answer();
  await Promise.all(held);
});

it('refuses a large body whose turn does not come soon, and goes on with the next one', async () => {
  const bodies = new LargeBodies(2, 1);
  const { begun, send } = sends();
  const held = [bodies.inTurn('acc_1', LARGE, send), bodies.inTurn('acc_1', LARGE, send)];
  await expect(bodies.inTurn('acc_1', LARGE, send)).rejects.toMatchObject({
    code: 'limit.in_flight',
    kind: 'too-many',
    retryAfterSeconds: 1,
  });
  for (const answer of begun) answer();
  await Promise.all(held);
  await bodies.inTurn('acc_1', LARGE, async () => undefined);
});

it('passes a failure on, and gives the turn back', async () => {
  const bodies = new LargeBodies(2);
  const fail = async (): Promise<void> => Promise.reject(new Error('no copy answers'));
  for (let count = 0; count < 3; count += 1)
    await expect(bodies.inTurn('acc_1', LARGE, fail)).rejects.toThrow('no copy answers');
});
