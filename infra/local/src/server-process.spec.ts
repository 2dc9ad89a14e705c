import { type ServerProcess, untilReady } from './server-process.js';

const ended = (output: string): ServerProcess =>
  ({ name: 'Kafka', isRunning: () => false, output: () => output }) as Partial<ServerProcess> as ServerProcess;

describe('a server that ends while it starts', () => {
  it.each([
    ['said why', 'starting\nNo such host\n', 'The end of its log:\nstarting\nNo such host'],
    ['could not write', '\n', 'It wrote nothing to its log, which may be because the disk is full.'],
  ])('and %s is an error with what is known', async (_what, output, known) => {
    await expect(untilReady(ended(output), () => false, 1_000)).rejects.toThrow(
      new Error(`Kafka stopped while it started. ${known}`),
    );
  });
});
