import { eventually } from '@cds/testing';
import { PhotoMaker } from '@cds/photos';
import { CatchHarness, owner } from './catch.harness.js';
import { form, picture, upload } from './photo.builders.js';

let catches: CatchHarness;
let id: string;
beforeAll(async () => {
  catches = await CatchHarness.start();
  id = await catches.logged();
});
afterAll(() => catches.stop());

const decoders = () => catches.app.get(PhotoMaker).decoderProcesses;
const send = async (colour: string) => upload(catches, id, form(await picture({ colour })));

/** Sends a photo to a decoder that does not get to it, and then signals the decoder. */
const during = async (signal: NodeJS.Signals) => {
  expect((await send('#aaaaaa')).status).toBe(201);
  const pid = decoders().find(({ isAtWork }) => !isAtWork)?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const answer = send('#bbbbbb');
  await eventually(() => expect(decoders()).toContainEqual({ pid, isAtWork: true }));
  process.kill(pid, signal);
  process.kill(pid, 'SIGCONT');
  return { pid, answer: await answer };
};

describe('an upload whose decoder', () => {
  it('crashes is a 422, and the next one is made by another process', async () => {
    const { pid, answer } = await during('SIGSEGV');
    expect(answer).toMatchObject({ status: 422, body: { code: 'photo.unreadable', errors: [{ pointer: '/file' }] } });
    expect((await send('#cccccc')).status).toBe(201);
    expect(decoders().map((one) => one.pid)).not.toContain(pid);
  });

  it('is killed is a 503 that says when to send it again', async () => {
    const { answer } = await during('SIGKILL');
    expect(answer).toMatchObject({ status: 503, body: { code: 'service.unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect((await send('#dddddd')).status).toBe(201);
  });
});

describe('a service that stops', () => {
  it('ends its decoders', async () => {
    const other = await CatchHarness.start();
    const maker = other.app.get(PhotoMaker);
    await maker.make(await picture(), owner.accountId);
    expect(maker.decoderProcesses).toHaveLength(1);
    await other.stop();
    expect(maker.decoderProcesses).toEqual([]);
  });
});
