import { join } from 'node:path';
import { RunningStack } from '@cds/local/running-stack';
import { noteSecrets, recordLogs } from '@cds/testing';
import { jest } from '@jest/globals';
import { faults } from './faults.js';
import { recovery } from './recovery.js';

// One product, of which processes are killed first, and then data is lost. Starts it, and waits for it to heal.
jest.setTimeout(300_000);

let stack: RunningStack;
const here = (): RunningStack => stack;

beforeAll(async () => {
  stack = await RunningStack.start();
  noteSecrets(stack.credentials.api_key, stack.credentials.reviewer_key);
});
afterAll(async () => {
  if (stack) recordLogs(join(stack.folder, 'logs'));
  await stack?.stop();
});

faults(here);
recovery(here);
