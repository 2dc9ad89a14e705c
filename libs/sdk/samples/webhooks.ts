import type { CatchData } from '@catch-data/sdk';

export const listWebhooks = async (cds: CatchData): Promise<void> => {
  for await (const { id, url, status } of cds.webhooks.list()) console.log(id, url, status);
};

export const createWebhook = async (cds: CatchData): Promise<void> => {
  const { id, secret } = await cds.webhooks.create({
    url: 'https://example.com/hook',
    event_types: ['catch.*', 'verification.approved'],
  });
  // Shown in this answer alone: keep it. verify() of @catch-data/sdk/webhooks takes it.
  console.log(id, secret);
};

export const getWebhook = async (cds: CatchData): Promise<void> => {
  const { status, disabled_reason } = await cds.webhooks.get('we_123');
  console.log(status, disabled_reason);
};

export const updateWebhook = async (cds: CatchData): Promise<void> => {
  await cds.webhooks.update('we_123', { filter: { min_weight_lbs: 5 } });
};

export const deleteWebhook = async (cds: CatchData): Promise<void> => {
  await cds.webhooks.delete('we_123');
};

export const listEventTypes = async (cds: CatchData): Promise<void> => {
  for await (const { name, description } of cds.webhooks.eventTypes()) console.log(name, description);
};

export const enableWebhook = async (cds: CatchData): Promise<void> => {
  await cds.webhooks.enable('we_123');
};

export const rotateWebhookSecret = async (cds: CatchData): Promise<void> => {
  const { secret } = await cds.webhooks.rotateSecret('we_123', { overlap_hours: 48 });
  console.log(secret);
};

export const testWebhook = async (cds: CatchData): Promise<void> => {
  const delivery = await cds.webhooks.test('we_123');
  console.log(delivery.id);
};

export const recoverWebhook = async (cds: CatchData): Promise<void> => {
  const job = await cds.webhooks.recover('we_123', { since: '2026-11-20T07:30:00Z' });
  const { resent } = await cds.webhooks.waitForRecovery(job.id);
  console.log(resent);
};

export const getWebhookRecovery = async (cds: CatchData): Promise<void> => {
  const { progress, resent, count } = await cds.webhooks.getRecovery('rec_123');
  console.log(progress, `${resent} of ${count}`);
};

export const replayWebhook = async (cds: CatchData): Promise<void> => {
  const job = await cds.webhooks.replay('we_123', { since: '2026-11-20T07:30:00Z' });
  await cds.webhooks.waitForReplay(job.id, { onProgress: ({ sent, count }) => console.log(`${sent} of ${count}`) });
};

export const getWebhookReplay = async (cds: CatchData): Promise<void> => {
  const { progress, sent, count } = await cds.webhooks.getReplay('rep_123');
  console.log(progress, `${sent} of ${count}`);
};

export const listDeliveries = async (cds: CatchData): Promise<void> => {
  for await (const delivery of cds.deliveries.list({ status: 'failed' })) {
    console.log(delivery.endpoint_id, delivery.type, delivery.attempt_count);
  }
};

export const listWebhookDeliveries = async (cds: CatchData): Promise<void> => {
  const failed = cds.webhooks.deliveries('we_123', { status: 'failed' });
  for await (const { id, type, attempt_count } of failed) console.log(id, type, attempt_count);
};

export const getWebhookStats = async (cds: CatchData): Promise<void> => {
  const { success_rate } = await cds.webhooks.stats('we_123', { since: '2026-11-20T07:30:00Z' });
  console.log(success_rate);
};

export const getWebhookDelivery = async (cds: CatchData): Promise<void> => {
  const { attempts } = await cds.deliveries.get('msg_123');
  for (const { response, error } of attempts) console.log(response?.status ?? error);
};

export const resendWebhookDelivery = async (cds: CatchData): Promise<void> => {
  await cds.deliveries.resend('msg_123');
};

export const listWebhookSigningKeys = async (cds: CatchData): Promise<void> => {
  // verify() of @catch-data/sdk/webhooks takes the set as it is.
  const { keys } = await cds.webhooks.signingKeys();
  console.log(keys[0]?.whpk);
};
