import { TOPICS } from '@cds/contracts';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { BASS, WALLEYE } from './catch.builders.js';
import { type LeaderboardHarness, leaderboardHarness } from './leaderboard.harness.js';
import {
  anglerErased,
  anglerRenamed,
  catchDeleted,
  catchEdited,
  catchLogged,
  publicCatch,
  speciesChanged,
  verificationApproved,
  verificationRejected,
  verificationRequested,
  verificationRevoked,
  verifiedCatch,
} from './published.builders.js';

const CATCHES = TOPICS.catchEvents;

describe('boards that follow catch.events', () => {
  let world: LeaderboardHarness;
  let all: string;
  let bass: string;

  beforeAll(async () => {
    world = await leaderboardHarness();
    await world.publish(
      TOPICS.speciesCatalog,
      speciesChanged(BASS, 'Largemouth Bass'),
      speciesChanged(WALLEYE, 'Walleye'),
    );
    [all, bass] = await Promise.all([world.boardOf(null), world.boardOf(BASS)]);
    await world.boardOf(WALLEYE);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.pool.query(`SELECT pg_advisory_xact_lock(hashtext('rankings'));
      TRUNCATE ranking_periods, ranked_entries, entry_versions, rank_segments, rank_blocks, species_tallies,
        catch_changes,
        catch_facts, anglers, standings, events, entries`);
  });

  /** Waits until a catch of the same partition, sent after all others, was handled. */
  const settled = async (): Promise<void> => {
    const markers = Array.from({ length: 12 }, () => publicCatch({ id: newId('catch') }));
    await world.publish(CATCHES, ...markers.map((marker) => catchLogged(marker)));
    await eventually(async () => {
      const { rows } = await world.pool.query('SELECT FROM catch_facts WHERE catch_id = ANY($1)', [
        markers.map(({ id }) => id),
      ]);
      expect(rows).toHaveLength(markers.length);
      expect((await world.pool.query('SELECT FROM catch_changes')).rowCount).toBe(0);
    });
  };

  const scores = async (board: string): Promise<[string, number][]> =>
    (await world.entries(board)).map(({ angler, score }) => [angler.name, score]);

  it('show a catch within a second of its approval, on the board of its species and on that of all', async () => {
    const logged = publicCatch({ id: newId('catch'), weight_lbs: 8.4 });
    await world.publish(CATCHES, catchLogged(logged), verificationRequested({ ...logged, version: 2 }));
    await settled();
    expect(await world.entries(all)).toEqual([]);

    await world.publish(CATCHES, verificationApproved({ ...logged, version: 3, verification_tier: 'witnessed' }));
    const shown = {
      rank: 1,
      angler: { id: 'ang_a', name: 'Ann' },
      score: 8.4,
      catch_id: logged.id,
      achieved_at: logged.caught_at,
      previous_rank: null,
    };
    await eventually(async () => expect(await world.entries(all)).toEqual([shown]), { timeoutMs: 1_000 });
    expect(await world.entries(bass)).toEqual([shown]);
    expect(await world.board(all)).toMatchObject({ entry_count: 1 });
  });

  it('fall back to the next best catch of the angler after an edit, a demotion and a deletion', async () => {
    const [big, middle, small] = [9, 7, 5].map((weight_lbs) =>
      publicCatch({ id: newId('catch'), weight_lbs, verification_tier: 'photo' }),
    );
    if (!big || !middle || !small) throw new Error('three catches');
    await world.publish(CATCHES, ...[big, middle, small].map((one) => verificationApproved(one)));
    await eventually(async () => expect(await scores(all)).toEqual([['Ann', 9]]));

    await world.publish(CATCHES, catchEdited({ ...big, version: 2, weight_lbs: 1 }));
    await eventually(async () => expect(await scores(all)).toEqual([['Ann', 7]]));
    await world.publish(CATCHES, catchEdited({ ...middle, version: 2, verification_tier: 'unverified' }));
    await eventually(async () => expect(await scores(all)).toEqual([['Ann', 5]]));
    await world.publish(CATCHES, catchDeleted({ ...small, version: 2 }));
    await eventually(async () => expect(await scores(all)).toEqual([['Ann', 1]]));
    await world.publish(CATCHES, catchDeleted({ ...big, version: 3 }));
    await eventually(async () => expect(await scores(all)).toEqual([]));
    expect(await world.board(all)).toMatchObject({ entry_count: 0 });
  });

  it('let an entry fall, and leave, when a verification is revoked', async () => {
    const [big, small] = [9, 5].map((weight_lbs) =>
      publicCatch({ id: newId('catch'), weight_lbs, verification_tier: 'witnessed' }),
    );
    if (!big || !small) throw new Error('two catches');
    await world.publish(CATCHES, verificationApproved(big), verificationApproved(small));
    await eventually(async () => expect(await scores(all)).toEqual([['Ann', 9]]));
    await world.publish(CATCHES, verificationRevoked({ ...big, version: 2, verification_tier: 'unverified' }));
    await eventually(async () => expect(await scores(all)).toEqual([['Ann', 5]]));
    await world.publish(CATCHES, verificationRevoked({ ...small, version: 2, verification_tier: 'unverified' }));
    await eventually(async () => expect(await scores(all)).toEqual([]));
  });

  it('move a catch from one species to another', async () => {
    const caught = publicCatch({ id: newId('catch'), verification_tier: 'photo' });
    await world.publish(CATCHES, verificationApproved(caught));
    await eventually(async () => expect(await scores(bass)).toEqual([['Ann', 5]]));
    await world.publish(CATCHES, catchEdited({ ...caught, version: 2, species: 'Walleye', species_id: WALLEYE }));
    await eventually(async () => expect(await scores(await world.boardOf(WALLEYE))).toEqual([['Ann', 5]]));
    expect(await scores(bass)).toEqual([]);
    expect(await scores(all)).toEqual([['Ann', 5]]);
  });

  it('change nothing when an event comes again', async () => {
    const event = verifiedCatch({ id: newId('catch') });
    await world.publish(CATCHES, event, event);
    await world.publish(CATCHES, event);
    await settled();
    expect(await scores(all)).toEqual([['Ann', 5]]);
    const { rows } = await world.pool.query('SELECT FROM events WHERE stream_id = $1', [`${all}/all`]);
    expect(rows).toHaveLength(2);
  });

  it('keep the newest version when an older one comes late, also of a deleted catch', async () => {
    const [edited, deleted] = [
      publicCatch({ id: newId('catch') }),
      publicCatch({ id: newId('catch'), weight_lbs: 9, verification_tier: 'photo' }),
    ];
    await world.publish(CATCHES, verificationApproved({ ...edited, version: 3, verification_tier: 'photo' }));
    await world.publish(CATCHES, catchDeleted({ ...deleted, version: 2 }));
    await world.publish(
      CATCHES,
      verificationRejected({ ...edited, version: 2 }),
      catchLogged(edited),
      verificationApproved(deleted),
    );
    await settled();
    expect(await scores(all)).toEqual([['Ann', 5]]);
  });

  it('go on past a message that no schema takes, and set it aside', async () => {
    const letters = await world.deadLetters();
    const id = newId('catch');
    const headers = {
      ce_id: 'evt_bad',
      ce_type: 'CatchLoggedV1',
      ce_source: '/catch',
      ce_time: '2026-05-01T06:00:00.000Z',
      ce_subject: id,
      ce_specversion: '1.0',
    };
    await world.publishRaw(CATCHES, {
      key: id,
      value: JSON.stringify({ ...publicCatch({ id }), weight_lbs: 'five' }),
      headers,
    });
    await world.publish(
      CATCHES,
      verifiedCatch({ id }),
      verifiedCatch({ id: newId('catch'), angler: { id: 'ang_b', name: 'Ben' } }),
    );
    await eventually(
      async () =>
        expect(await scores(all)).toEqual([
          ['Ann', 5],
          ['Ben', 5],
        ]),
      { timeoutMs: 10_000 },
    );
    await eventually(() => expect(letters.map(({ headers: { ce_id } }) => ce_id)).toEqual(['evt_bad']));
  });

  it('show the name that an angler was given last, everywhere', async () => {
    const first = publicCatch({ id: newId('catch'), verification_tier: 'photo' });
    await world.publish(CATCHES, verificationApproved(first, { time: new Date('2026-05-03T00:00:00.000Z') }));
    const other = publicCatch({ id: newId('catch'), angler: { id: 'ang_a', name: 'Anna' } });
    await world.publish(CATCHES, catchLogged(other, { time: new Date('2026-05-04T00:00:00.000Z') }));
    await eventually(async () => expect(await scores(all)).toEqual([['Anna', 5]]));
    const late = publicCatch({ id: newId('catch'), angler: { id: 'ang_a', name: 'Annie' } });
    await world.publish(CATCHES, catchLogged(late, { time: new Date('2026-05-02T00:00:00.000Z') }));
    await settled();
    expect(await scores(all)).toEqual([['Anna', 5]]);
  });

  it('follow a new name and an erasure, whatever names older and newer catches have', async () => {
    const logged = (name: string, time: string) =>
      catchLogged(publicCatch({ id: newId('catch'), angler: { id: 'ang_a', name } }), { time: new Date(time) });
    const verified = publicCatch({
      id: newId('catch'),
      verification_tier: 'photo',
      angler: { id: 'ang_a', name: 'Ann' },
    });
    await world.publish(CATCHES, verificationApproved(verified));
    await eventually(async () => expect(await scores(all)).toEqual([['Ann', 5]]));
    await world.publish(CATCHES, anglerRenamed('ang_a', 'Anna'));
    await eventually(async () => expect(await scores(all)).toEqual([['Anna', 5]]));
    await world.publish(
      CATCHES,
      logged('Ann', '2026-06-01T00:00:00.000Z'),
      anglerErased('ang_a', 2),
      anglerRenamed('ang_a', 'Anna'),
    );
    await world.publish(CATCHES, logged('Anna', '2026-07-01T00:00:00.000Z'));
    await settled();
    await eventually(async () => expect(await scores(all)).toEqual([['erased angler', 5]]));
  });

  it('give each event the trace of the message that caused it, however many are handled together', async () => {
    const published = await world.published();
    const traceOf = (index: number) => `00-0af7651916cd43dd8448eb211c8031${10 + index}-b7ad6b7169203331-01`;
    const ids = Array.from({ length: 12 }, () => newId('catch'));
    await world.publish(
      CATCHES,
      ...ids.map((id, index) =>
        verificationApproved(
          publicCatch({
            id,
            angler: { id: newId('angler'), name: 'One' },
            weight_lbs: 1 + index,
            verification_tier: 'photo',
          }),
          { traceparent: traceOf(index) },
        ),
      ),
    );
    const ofBoard = () =>
      published.filter(
        ({ data, type }) =>
          type === 'LeaderboardEntryChangedV1' && data.board?.id === all && ids.some((id) => id === data.catch_id),
      );
    await eventually(() => expect(ofBoard()).toHaveLength(ids.length), { timeoutMs: 10_000 });
    for (const { data, headers } of ofBoard())
      expect(headers['traceparent']).toBe(traceOf(ids.findIndex((id) => id === data.catch_id)));
  });

  it('publish each move on leaderboard.events with its angler, ranks, displaced entries and trace', async () => {
    const published = await world.published();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const [ann, ben] = [
      { id: 'ang_a', name: 'Ann' },
      { id: 'ang_b', name: 'Ben' },
    ];
    const [annsCatch, bensCatch] = [newId('catch'), newId('catch')];
    await world.publish(CATCHES, verifiedCatch({ id: annsCatch, angler: ann }));
    await eventually(async () => expect(await scores(all)).toHaveLength(1));
    await world.publish(
      CATCHES,
      verificationApproved(publicCatch({ id: bensCatch, angler: ben, weight_lbs: 6.5, verification_tier: 'photo' }), {
        traceparent,
      }),
    );
    await eventually(async () => expect(await scores(all)).toHaveLength(2));
    await world.publish(CATCHES, catchDeleted(publicCatch({ id: annsCatch, angler: ann, version: 2 })));

    const ofBoard = () =>
      published.filter(
        ({ data, type }) =>
          type === 'LeaderboardEntryChangedV1' &&
          data.board?.id === all &&
          [annsCatch, bensCatch].some((id) => id === (data.catch_id ?? data.previous.catch_id)),
      );
    await eventually(() => expect(ofBoard()).toHaveLength(3), { timeoutMs: 10_000 });
    const [entered, passed, left] = ofBoard();
    expect(entered).toMatchObject({
      key: `${all}/all`,
      type: 'LeaderboardEntryChangedV1',
      data: { version: 1, angler: ann, rank: 1, previous_rank: null, score: 5, displaced: [] },
    });
    expect(entered?.headers).toMatchObject({
      ce_subject: `${all}/all`,
      ce_source: '/leaderboard',
      ce_specversion: '1.0',
    });
    expect(passed?.data).toMatchObject({
      version: 3,
      angler: ben,
      rank: 1,
      score: 6.5,
      displaced: [{ angler: ann, rank: 2, previous_rank: 1 }],
    });
    expect(passed?.headers['traceparent']).toBe(traceparent);
    expect(left?.data).toMatchObject({
      version: 5,
      angler: ann,
      rank: null,
      previous_rank: 2,
      score: null,
      catch_id: null,
      displaced: [],
      previous: { rank: 2, score: 5 },
    });
  });
});
