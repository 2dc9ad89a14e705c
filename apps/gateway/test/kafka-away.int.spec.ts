import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { addedAccount, asking } from './identity.builders.js';

let gateway: GatewayHarness;
beforeAll(async () => void (gateway = await startGateway({ environment: { KAFKA_BROKERS: '127.0.0.1:1' } })));
afterAll(() => gateway.stop());

describe('a gateway without Kafka', () => {
  it('starts and serves, and what others must hear waits in its log', async () => {
    const { id } = await addedAccount(gateway);
    expect((await asking(gateway, gateway.key)('DELETE', `/v1/accounts/${id}`)).status).toBe(204);
    expect((await gateway.call('/health/ready')).status).toBe(200);
    const { rows } = await gateway.pool.query(
      'SELECT stream_id, type FROM events WHERE transaction_id > ALL (SELECT transaction_id FROM relay_checkpoints)',
    );
    expect(rows).toEqual([{ stream_id: id, type: 'AccountDeleted' }]);
  });
});
