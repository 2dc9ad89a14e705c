import type { RunningStack } from '@cds/local/running-stack';
import { isChromiumThere } from '@cds/testing';
import { catalogue } from './catalogue.js';
import { catches } from './catches.js';
import { firstCall, keys } from './first-call.js';
import { pages } from './pages.js';
import { Portal } from './portal.js';
import { receivers } from './receivers.js';
import { serving } from './serving.js';
import { sessions } from './sessions.js';
import { states } from './states.js';
import { submissions } from './submissions.js';
import { webhooks } from './webhooks.js';

/** All that is told of the portal, in one browser. */
export const allOfPortal = (stack: () => RunningStack): void => {
  let portal: Portal;
  const here = (): Portal => portal;

  (isChromiumThere('The tests of the portal') ? describe : describe.skip)('the portal of the running product', () => {
    beforeAll(async () => void (portal = await Portal.open(stack())));
    afterAll(() => portal?.close());
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
    submissions(here);
    webhooks(here);
    receivers(here);
  });
};
