import { MockAgent } from 'undici';
import { AccountLookUps } from './account-look-ups.js';
import { ReceiverClient } from './receiver-client.js';

const LIMITS = { headMs: 1_000, bodyMs: 1_000, bodyBytes: 1_024 };
const REQUEST = { accountId: 'acc_1', url: 'http://192.0.2.1/hook', headers: {}, body: '{}' };

const setUp = () => {
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent.get('http://192.0.2.1').intercept({ path: '/hook', method: 'POST' }).reply(204);
  const receivers = new ReceiverClient(agent, new AccountLookUps(() => undefined, LIMITS.headMs), LIMITS);
  return { agent, receivers };
};

it('a message is posted', async () => {
  const { agent, receivers } = setUp();
  const { answer } = await receivers.post(REQUEST, new AbortController().signal);
  expect(answer?.status).toBe(204);
  agent.assertNoPendingInterceptors();
});

it('a message that was cancelled while it was signed is not posted', async () => {
  const { agent, receivers } = setUp();
  await expect(receivers.post(REQUEST, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
  expect(agent.pendingInterceptors()).toHaveLength(1);
});
