import { TOPICS } from '@cds/contracts';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { type LeaderboardHarness, leaderboardHarness } from './leaderboard.harness.js';
import { anglersWatched } from './published.builders.js';

describe('the anglers whom endpoints watch', () => {
  let world: LeaderboardHarness;
  beforeAll(async () => {
    world = await leaderboardHarness();
  });
  afterAll(() => world.close());

  const watched = async (endpointId: string): Promise<string[]> => {
    const { rows } = await world.pool.query<{ angler_id: string }>(
      'SELECT angler_id FROM watched_anglers WHERE endpoint_id = $1 ORDER BY 1',
      [endpointId],
    );
    return rows.map((row) => row.angler_id);
  };

  it('are those of the newest version, whatever comes again or late', async () => {
    const [id, other] = [newId('webhookEndpoint'), newId('webhookEndpoint')];
    await world.publish(TOPICS.webhookEvents, anglersWatched(id, ['ang_a', 'ang_b'], 1));
    await eventually(async () => expect(await watched(id)).toEqual(['ang_a', 'ang_b']));
    await world.publish(
      TOPICS.webhookEvents,
      anglersWatched(id, ['ang_c'], 3),
      anglersWatched(id, ['ang_a'], 2),
      anglersWatched(other, ['ang_c'], 1),
    );
    await eventually(async () => expect([await watched(id), await watched(other)]).toEqual([['ang_c'], ['ang_c']]));
    await world.publish(TOPICS.webhookEvents, anglersWatched(id, [], 4), anglersWatched(id, [], 4));
    await eventually(async () => expect([await watched(id), await watched(other)]).toEqual([[], ['ang_c']]));
  });
});
