import { join } from 'node:path';
import { isChromiumThere, recordLogs } from '@cds/testing';
import { jest } from '@jest/globals';
import { catalogue } from './catalogue.js';
import { catches } from './catches.js';
import { firstCall, keys } from './first-call.js';
import { pages } from './pages.js';
import { Portal } from './portal.js';
import { receivers } from './receivers.js';
import { serving } from './serving.js';
import { sessions } from './sessions.js';
import { states } from './states.js';
import { webhooks } from './webhooks.js';

// Starts the whole product, once for all that is told of the portal.
jest.setTimeout(300_000);

let portal: Portal;
const here = (): Portal => portal;

(isChromiumThere('The tests of the portal') ? describe : describe.skip)('the portal of the running product', () => {
  beforeAll(async () => void (portal = await Portal.start()));
  afterAll(async () => {
    if (portal) recordLogs(join(portal.stack.folder, 'logs'));
    await portal?.stop();
  });
  afterEach(() => {
    // Taken out, so that each test answers for itself.
    expect(portal.complaints.splice(0)).toEqual([]);
  });

  serving(here);
  firstCall(here);
  keys(here);
  sessions(here);
  pages(here);
  catches(here);
  catalogue(here);
  states(here);
  webhooks(here);
  receivers(here);
});
