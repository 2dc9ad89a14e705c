import { expect, it } from '@jest/globals';
import { LateReleases } from './late-releases.js';
import type { Reservation } from './reservation.js';

const reservation = (key: string): Reservation => ({ accountId: 'acc', key, fingerprint: 'f', token: 't' });

it('gives up keys together once the database takes it, those that come meanwhile too', async () => {
  const attempts: string[][] = [];
  const releases = new LateReleases(async (reservations) => {
    attempts.push(reservations.map(({ key }) => key));
    if (attempts.length === 1) releases.add(reservation('c'));
    if (attempts.length < 3) throw new Error('The database is away.');
    return Promise.resolve();
  });
  releases.add(reservation('a'));
  releases.add(reservation('b'));
  await releases.settled();
  expect(attempts).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

it('begins anew after it was done', async () => {
  const released: string[] = [];
  const releases = new LateReleases((reservations) => {
    released.push(...reservations.map(({ key }) => key));
    return Promise.resolve();
  });
  releases.add(reservation('a'));
  await releases.settled();
  releases.add(reservation('b'));
  await releases.settled();
  expect(released).toEqual(['a', 'b']);
});
