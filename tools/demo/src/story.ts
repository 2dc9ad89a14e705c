import { Webhook } from 'standardwebhooks';
import type { Api } from './api.js';
import type { Credentials } from './credentials.js';
import type { OutsideConsumer } from './outside-consumer.js';
import { heading, json, line } from './print.js';
import type { Received, Receiver } from './receiver.js';
import { until } from './until.js';

interface Page<T> {
  data: T[];
  total: number;
}
interface Entry {
  rank: number;
  catch_id: string;
  score: number;
}
interface Board {
  id: string;
  name: string;
  built_in: boolean;
  rule: { species_id: string | null };
}

const EVENT_TYPES = ['catch.created', 'verification.approved', 'leaderboard.entry_changed'];

/** The main story, from a catch to a signed webhook. Fails at the first step that does not happen. */
export const playStory = async (
  api: Api,
  { api_key: admin, reviewer_key: reviewer }: Credentials,
  receiver: Receiver,
  outside: OutsideConsumer,
): Promise<void> => {
  const endpoint = await api.call<{ id: string; secret: string }>(admin, 'POST', '/api/v1/webhooks', 201, {
    url: receiver.url,
    event_types: EVENT_TYPES,
  });
  try {
    // Each run beats the one before it, so that the board moves each time.
    const weight = await nextWeight(api, admin);
    const body = { species: 'largemouth bass', weight_lbs: weight, depth_ft: 12 };
    const logged = await api.call<{ id: string }>(admin, 'POST', '/api/v1/catches', 201, body);
    await api.call(admin, 'GET', '/api/v1/catches?per_page=1', 200);
    const evidence = { witness: { name: 'Ann Witness' } };
    const asked = await api.call<{ id: string }>(admin, 'POST', `/api/v1/catches/${logged.id}/verifications`, 201, {
      tier: 'witnessed',
      evidence,
    });
    await api.call(reviewer, 'POST', `/api/v1/verifications/${asked.id}/approve`, 200, {
      reason: 'The witness confirmed it.',
    });
    await showBoard(api, admin, logged.id);
    await showWebhooks(receiver, endpoint.secret, [logged.id, asked.id]);
    await showKafka(outside, logged.id);
  } finally {
    await api.call(admin, 'DELETE', `/api/v1/webhooks/${endpoint.id}`, 204);
  }
  heading('The whole story happened.');
};

const boardOfAll = async (api: Api, key: string): Promise<Board> => {
  const boards = await api.read<Page<Board>>(key, '/v1/leaderboards?metric=heaviest&period=all_time');
  const board = boards.data.find((one) => one.built_in && one.rule.species_id === null);
  if (!board) throw new Error('there is no board of the heaviest of all species');
  return board;
};

const GREATEST = 40;

const nextWeight = async (api: Api, key: string): Promise<number> => {
  const { data } = await api.read<Page<Entry>>(
    key,
    `/v1/leaderboards/${(await boardOfAll(api, key)).id}/entries?per_page=1`,
  );
  const best = data[0]?.score ?? 0;
  return best < 8.4 ? 8.4 : best >= GREATEST ? GREATEST : Math.round((best + 0.1) * 1_000) / 1_000;
};

const showBoard = async (api: Api, key: string, catchId: string): Promise<void> => {
  const board = await boardOfAll(api, key);
  const path = `/v1/leaderboards/${board.id}/entries`;
  const approvedAt = performance.now();
  await until('the catch on the board', async () =>
    (await api.read<Page<Entry>>(key, path)).data.find((entry) => entry.catch_id === catchId),
  );
  const ms = Math.round(performance.now() - approvedAt);
  await api.call(key, 'GET', path, 200);
  line(`“${board.name}” showed it ${ms} ms after the approval was answered.`);
};

const showWebhooks = async (receiver: Receiver, secret: string, about: string[]): Promise<void> => {
  for (const type of EVENT_TYPES) {
    const message = await until(`the webhook ${type}`, () =>
      receiver.received.find((one) => isAbout(one, type, about)),
    );
    heading(`Webhook ${type}`);
    // Throws when the signature does not fit.
    json('verified', new Webhook(secret).verify(message.body, message.headers));
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
