import { failureOf, json, scripted } from '../../test/scripted.js';

const job = (status: string, progress: number, error: string | null = null) =>
  json(200, { id: 'imp_1', status, progress, error }, { 'x-request-id': 'req_1' });

describe('a job that is waited for', () => {
  it('is read until it is completed, and tells each state', async () => {
    const { client, sent } = scripted(job('running', 0.5), job('completed', 1));
    const states: number[] = [];
    const done = await client().imports.wait('imp_1', { onProgress: ({ progress }) => states.push(progress) });
    expect({ done, states, reads: sent.length }).toEqual({
      done: { id: 'imp_1', status: 'completed', progress: 1, error: null },
      states: [0.5, 1],
      reads: 2,
    });
  });

  it('fails when it failed, with what is left of it', async () => {
    const { client } = scripted(job('failed', 0.2, 'The file is no CSV.'));
    expect(await failureOf(client().imports.wait({ id: 'imp_1' }))).toMatchObject({
      code: 'sdk.job_failed',
      message: 'imp_1: The file is no CSV. (sdk.job_failed, request req_1)',
      resource: { progress: 0.2 },
    });
  });

  it('fails when it takes longer than it may', async () => {
    const { client, sent } = scripted(job('running', 0.1));
    expect(await failureOf(client().exports.wait('exp_1', { waitMs: 1 }))).toMatchObject({ code: 'sdk.timeout' });
    expect(sent).toHaveLength(1);
  });

  it('is left when its caller aborts', async () => {
    const controller = new AbortController();
    const { client } = scripted(job('running', 0.1));
    const onProgress = (): void => controller.abort('enough');
    const work = client().webhooks.waitForReplay('rpl_1', { signal: controller.signal, onProgress });
    expect(await failureOf(work)).toBe('enough');
  });
});
