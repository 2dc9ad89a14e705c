import type { Caller } from '@cds/identity';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { catchEdited } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  app = await WebhookHarness.start();
  await app.addCopy();
});
afterAll(() => app.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  account = someAccount();
});
afterEach(() => receiver.stop());

/** Edits of one catch, in order. */
const editsOf = (id: string, count: number) =>
  Array.from({ length: count }, (_, at) => catchEdited(account.accountId, { id, version: at + 2 }));

const eventIdOf = ({ body }: { body: string }) => (JSON.parse(body) as { id: string }).id;

/** The events of one catch in the order in which requests for them came. */
const received = (events: readonly { id: string }[]) =>
  receiver.received.map(eventIdOf).filter((id) => events.some((event) => event.id === id));

const settled = (endpointId: string, ...statuses: string[]) =>
  eventually(async () => expect((await app.statusesOf(endpointId)).toSorted()).toEqual(statuses.toSorted()), {
    timeoutMs: 15_000,
  });

describe('an endpoint that is sent each subject in order', () => {
  it('gets the messages of many subjects, each subject’s one after the other, from two copies', async () => {
    receiver.answers((_request, response) => void setTimeout(() => response.end(), 5));
    const endpoint = await app.endpoint(account, receiver.url, { ordering: 'per_subject' });
    const subjects = Array.from({ length: 6 }, () => editsOf(newId('catch'), 8));
    for (let at = 0; at < 8; at += 1) await app.publish(...subjects.flatMap((events) => events[at] ?? []));
    await settled(endpoint.id, ...Array.from({ length: 48 }, () => 'delivered'));
    for (const events of subjects) expect(received(events)).toEqual(events.map(({ id }) => id));
    expect(receiver.received).toHaveLength(48);
  });

  it('holds a subject back while its head fails, and no other subject', async () => {
    const endpoint = await app.endpoint(account, receiver.url, {
      ordering: 'per_subject',
      retry_schedule: [1, 1, 1, 1],
    });
    const [failing, other] = [editsOf(newId('catch'), 3), editsOf(newId('catch'), 3)];
    let isBroken = true;
    receiver.answers((request, response) => {
      const isFailing = failing.some(({ id }) => id === eventIdOf(request));
      response.writeHead(isBroken && isFailing ? 500 : 200).end();
    });
    await app.publish(...failing, ...other);
    await eventually(() => expect(received(other)).toEqual(other.map(({ id }) => id)), { timeoutMs: 10_000 });
    await eventually(() => expect(received(failing).length).toBeGreaterThanOrEqual(2), { timeoutMs: 10_000 });
    expect(new Set(received(failing))).toEqual(new Set([failing[0]?.id]));
    isBroken = false;
    await settled(endpoint.id, ...Array.from({ length: 6 }, () => 'delivered'));
    expect([...new Set(received(failing))]).toEqual(failing.map(({ id }) => id));
  });

  it('gets the next message of a subject when its head is given up', async () => {
    const endpoint = await app.endpoint(account, receiver.url, { ordering: 'per_subject', retry_schedule: [1] });
    const events = editsOf(newId('catch'), 3);
    receiver.answers((request, response) => response.writeHead(eventIdOf(request) === events[0]?.id ? 500 : 200).end());
    await app.publish(...events);
    await settled(endpoint.id, 'failed', 'delivered', 'delivered');
    const [head, ...rest] = events.map(({ id }) => id);
    expect(received(events)).toEqual([head, head, ...rest]);
  });
});

describe('an endpoint with a rate', () => {
  it('gets no more requests in any second, from two copies, and loses none', async () => {
    const endpoint = await app.endpoint(account, receiver.url, { max_rate_per_second: 10 });
    await app.publish(...Array.from({ length: 25 }, () => catchEdited(account.accountId)));
    await settled(endpoint.id, ...Array.from({ length: 25 }, () => 'delivered'));
    const times = receiver.received.map(({ at }) => at).toSorted((one, other) => one - other);
    // The eleventh request comes a second after the first one, but for what requests take on their way.
    const spans = times.slice(10).map((at, index) => at - (times[index] ?? 0));
    expect(times).toHaveLength(25);
    expect(Math.min(...spans)).toBeGreaterThan(900);
  });

  it('keeps nobody else waiting', async () => {
    await app.endpoint(account, receiver.url, { max_rate_per_second: 1 });
    const other = await app.endpoint(account, receiver.url);
    const events = Array.from({ length: 10 }, () => catchEdited(account.accountId));
    await app.publish(...events);
    await settled(other.id, ...events.map(() => 'delivered'));
  });
});
