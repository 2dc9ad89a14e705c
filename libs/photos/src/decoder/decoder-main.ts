// The program of a decoder process: it decodes the pictures that the service sends it, one at a time. Nothing but the
// service ends it: Ctrl-C and a stop of the whole process group leave it to those whose uploads are being finished.
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { getPriority, platform, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { loadPictures } from '../picture.js';
import { decodePicture } from './decode-picture.js';
import type { DecoderMessage, PictureJob } from './decoder-messages.js';

/** Requests, consumers and a database on the same machine go first. */
const PRIORITY = Math.max(10, getPriority());

const send = (message: DecoderMessage): void => void process.send?.(message);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// The service is gone. `process.exit` would wait until the decoder is done with its picture.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

/**
 * On Linux each thread has a priority, and takes that of the one that starts it. Node has started some of them before
 * this program begins. To read their names by a promise would start more.
 */
const lowerThreads = (): void => {
  setPriority(PRIORITY);
  if (platform() !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), PRIORITY);
};

/**
 * Linux may share the processor among sessions, and compares priorities within each alone: this one's counts as low as
 * its process's. One such change in 100 ms is taken, of all processes together. Other systems do not have the file.
 */
const lowerSession = async (): Promise<void> => {
  for (let tries = 1; tries <= 20; tries += 1) {
    const change = writeFile('/proc/self/autogroup', String(PRIORITY));
    const failure = await change.catch((error: NodeJS.ErrnoException) => error.code);
    if (failure !== 'EAGAIN') return;
    await pause(100);
  }
};

lowerThreads();
// Where memory runs out, Linux ends this process first.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
void lowerSession();
const open = await loadPictures();
process.on('message', (job: PictureJob) => {
  decodePicture(open, job)
    .catch((error: unknown) => ({ kind: 'failed', reason: String(error) }) as const)
    .then(send, send);
});
send('ready');
