import { payloadSchema } from '@cds/asyncapi';
import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import { publicCatch } from '../test/webhook.builders.js';
import { webhookDocs } from './webhook-docs.js';

const file = { url: `https://catches.example.com/v1/photos/${'f'.repeat(256)}/full.jpg`, width: 2_048, height: 2_048 };
const photos = Array.from({ length: 20 }, (_, at) => ({
  id: `pho_${at}`,
  ...file,
  variants: { thumb: file, small: file, large: file },
  created_at: '2026-11-21T09:00:00.000Z',
}));
const angler = { id: 'ang_01h455vb4pex5vsknk084sn02q', name: 'Ann' };
const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`note-${at}`, '🐟'.repeat(500)]));
const longest = { ...publicCatch({ notes: '🎣'.repeat(5_000) }), angler, metadata, photos };
const verification = {
  id: 'ver_1',
  catch_id: longest.id,
  tier: 'photo',
  status: 'approved',
  reason: null,
  requested_by: 'acc_1',
  decided_by: 'acc_2',
  created_at: '2026-11-21T09:00:00.000Z',
  decided_at: '2026-11-21T09:00:00.000Z',
  version: 2,
  catch: longest,
  previous: { status: 'pending' },
};

describe('what is said of webhooks', () => {
  it('names each type that is delivered, and whose endpoints it reaches', () => {
    expect(webhookDocs.delivered).toContainEqual({ event: 'CatchLoggedV1', type: 'catch.created', audience: 'owner' });
    expect(webhookDocs.delivered).toContainEqual({
      event: 'LeaderboardEntryChangedV1',
      type: 'leaderboard.entry_changed',
      audience: 'everyone',
    });
    expect(webhookDocs.delivered.map(({ event }) => event)).not.toContain('AccountDeletedV1');
  });

  it.each([
    ['CatchLoggedV1', 'catch.created', longest],
    ['CatchEditedV1', 'catch.updated', { ...longest, previous: { photos: photos.slice(1), notes: longest.notes } }],
    ['VerificationApprovedV1', 'verification.approved', verification],
  ] as const)('holds for %s as the longest %s', (event, type, data) => {
    const docs = { ...PUBLISHED_EVENTS[event], sample: null };
    expect(docs.schema.safeParse(data).error).toBeUndefined();
    const { body } = webhookDocs.requestOf({ id: 'evt_1', type, time: new Date('2026-11-21T09:00:00.000Z'), data });
    const payload = JSON.parse(body) as { data: { truncated: string[] } };
    expect(payload.data.truncated).toEqual(['notes', 'metadata', 'photos']);
    expect(payloadSchema({ event, type, audience: 'owner', docs }).safeParse(payload).error).toBeUndefined();
  });
});
