import type { CatchData, Leaderboard } from '@catch-data/sdk';
import { verify } from '@catch-data/sdk/webhooks';
import { quietClient, shownClient } from './clients.js';
import type { Credentials } from './credentials.js';
import type { OutsideConsumer } from './outside-consumer.js';
import { heading, json, line } from './print.js';
import type { Received, Receiver } from './receiver.js';
import { showRecovery } from './recovery.js';
import { until } from './until.js';

type EventTypes = Parameters<CatchData['webhooks']['create']>[0]['event_types'];

const EVENT_TYPES: EventTypes = ['catch.created', 'verification.approved', 'leaderboard.entry_changed'];

/** The main story, from a catch to a signed webhook. Fails at the first step that does not happen. */
export const playStory = async (
  { base_url: baseUrl, api_key: key, reviewer_key: reviewerKey }: Credentials,
  receiver: Receiver,
  outside: OutsideConsumer,
): Promise<void> => {
  const angler = shownClient(baseUrl, key);
  const reviewer = shownClient(baseUrl, reviewerKey);
  const watcher = quietClient(baseUrl, key);
  const endpoint = await angler.webhooks.create({ url: receiver.url, event_types: EVENT_TYPES });
  try {
    // Each run beats the one before it, so that the board moves each time.
    const weight = await nextWeight(watcher);
    const logged = await angler.catches.create({ species: 'largemouth bass', weight_lbs: weight, depth_ft: 12 });
    await angler.catches.list({ per_page: 1 });
    const evidence = { witness: { name: 'Ann Witness' } };
    const asked = await angler.catches.requestVerification(logged.id, { tier: 'witnessed', evidence });
    await reviewer.verifications.approve(asked.id, { reason: 'The witness confirmed it.' });
    await showBoard(angler, watcher, logged.id);
    await showWebhooks(receiver, endpoint.secret, [logged.id, asked.id]);
    await showKafka(outside, logged.id);
    await showRecovery(angler, watcher, logged.id);
    line(`\nThe catch in the portal: ${baseUrl}/catches/${logged.id}`);
  } finally {
    await angler.webhooks.delete(endpoint.id);
  }
  heading('The whole story happened.');
};

const boardOfAll = async (cds: CatchData): Promise<Leaderboard> => {
  const boards = await cds.leaderboards.list({ metric: 'heaviest', period: 'all_time' });
  const board = boards.data.find((one) => one.built_in && one.rule.species_id === null);
  if (!board) throw new Error('there is no board of the heaviest of all species');
  return board;
};

const GREATEST = 40;

const nextWeight = async (cds: CatchData): Promise<number> => {
  const { data } = await cds.leaderboards.entries((await boardOfAll(cds)).id, { per_page: 1 });
  const best = data[0]?.score ?? 0;
  return best < 8.4 ? 8.4 : best >= GREATEST ? GREATEST : Math.round((best + 0.1) * 1_000) / 1_000;
};

const showBoard = async (shown: CatchData, watcher: CatchData, catchId: string): Promise<void> => {
  const board = await boardOfAll(watcher);
  const approvedAt = performance.now();
  await until('the catch on the board', async () =>
    (await watcher.leaderboards.entries(board.id)).data.find((entry) => entry.catch_id === catchId),
  );
  const ms = Math.round(performance.now() - approvedAt);
  await shown.leaderboards.entries(board.id);
  line(`“${board.name}” showed it ${ms} ms after the approval was answered.`);
};

const showWebhooks = async (receiver: Receiver, secret: string, about: string[]): Promise<void> => {
  for (const type of EVENT_TYPES) {
    const message = await until(`the webhook ${type}`, () =>
      receiver.received.find((one) => isAbout(one, type, about)),
    );
    heading(`Webhook ${type}`);
    // Fails when the signature does not fit.
    json('verified', await verify(message.headers, message.body, secret));
  }
};

const isAbout = ({ body }: Received, type: string, ids: string[]): boolean => {
  const payload = JSON.parse(body) as { type: string; data: { id?: string; catch_id?: string | null } };
  return payload.type === type && ids.some((id) => payload.data.id === id || payload.data.catch_id === id);
};

const showKafka = async (outside: OutsideConsumer, catchId: string): Promise<void> => {
  const wanted = ['CatchLoggedV1', 'VerificationRequestedV1', 'VerificationApprovedV1'];
  await until('the facts in catch.events', () => (outside.of(catchId).length >= wanted.length ? true : undefined));
  heading('Kafka, topic catch.events, read by another group');
  for (const { partition, offset, key, headers } of outside.of(catchId)) {
    line(`${partition}/${offset} ${key} ${headers['ce_type']} ${headers['ce_id']} ${headers['ce_time']}`);
  }
};
