import type { CatchData } from '@catch-data/sdk';
import { heading, line } from './print.js';
import { Receiver } from './receiver.js';
import { until } from './until.js';

type Delivery = Awaited<ReturnType<CatchData['deliveries']['get']>>;

/** One retry, a second later. */
const RETRY_SCHEDULE = [1];
/** The retry and its jitter, on a machine that has much else to do. */
const PATIENCE_MS = 20_000;

/**
 * A receiver that fails: the service tries again by itself, and what it gave up at last it sends again when it is asked
 * to recover the endpoint. Fails when one of that does not happen.
 */
export const showRecovery = async (shown: CatchData, watcher: CatchData, catchId: string): Promise<void> => {
  const since = new Date(Date.now() - 60_000).toISOString();
  const receiver = await Receiver.listen();
  const types: ['catch.updated'] = ['catch.updated'];
  const order = { url: receiver.url, event_types: types, retry_schedule: RETRY_SCHEDULE };
  const endpoint = await shown.webhooks.create(order);
  const lastDelivery = async (status: 'delivered' | 'failed'): Promise<Delivery | undefined> => {
    const { data } = await watcher.webhooks.deliveries(endpoint.id, { per_page: 1 });
    return data[0]?.status === status ? watcher.deliveries.get(data[0].id) : undefined;
  };
  try {
    receiver.refuse(1);
    await watcher.catches.update(catchId, { notes: 'At the old pier.' });
    const retried = await until('the retry', () => lastDelivery('delivered'), PATIENCE_MS);
    heading('A webhook that the receiver refused, and took a second later');
    showAttempts(retried);

    receiver.refuse(2);
    await watcher.catches.update(catchId, { notes: 'At the new pier.' });
    const failed = await until('the end of the retries', () => lastDelivery('failed'), PATIENCE_MS);
    heading('Another one, given up after the last retry');
    showAttempts(failed);

    const { id } = await shown.webhooks.recover(endpoint.id, { since });
    await watcher.webhooks.waitForRecovery(id);
    const recovered = await until('the recovery', () => lastDelivery('delivered'), PATIENCE_MS);
    heading('The same webhook, recovered');
    showAttempts(recovered);
  } finally {
    await watcher.webhooks.delete(endpoint.id);
    receiver.close();
  }
};

const showAttempts = ({ id, status, attempts }: Delivery): void => {
  for (const { started_at: at, response, error } of attempts)
    line(`${id} ${at} ${response?.status ?? error ?? 'no answer'}`);
  line(status);
};
