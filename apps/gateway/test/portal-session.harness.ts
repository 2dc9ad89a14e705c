import type { Person } from '../src/generated/client.js';
import type { Browser } from './browser.harness.js';
import { type Answer, send, type Sending } from './http.harness.js';
import type { PeopleHarness } from './sign-ins.harness.js';

/** What a browser sends with a call from a page of the portal. */
export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

export interface PortalPage {
  readonly person: Person;
  readonly browser: Browser;
  readonly token: string;
  /** Calls the API as a page of the portal does, unless other headers are given; an undefined one is left out. */
  call(
    path: string,
    sending?: Omit<Sending, 'headers'> & { headers?: Record<string, string | undefined> },
  ): Promise<Answer>;
}

/** A page of the portal in a browser in which somebody has just signed in. */
export const openPortal = async (
  here: PeopleHarness,
  facts: Parameters<PeopleHarness['person']>[0] = {},
): Promise<PortalPage> => {
  const person = await here.person(facts);
  const browser = await here.signedIn(person.email);
  const token = await tokenOf(browser);
  return {
    person,
    browser,
    token,
    call: (path, { headers = {}, ...sending } = {}) =>
      send(here.gateway.url, path, {
        ...sending,
        headers: given({ ...SAME_ORIGIN, cookie: browser.cookie, 'x-csrf-token': token, ...headers }),
      }),
  };
};

/** What the portal is told for its calls; fails when nobody is signed in. */
export const tokenOf = async (browser: Browser): Promise<string> => {
  const { csrf_token: token } = JSON.parse((await browser.open('/portal/session')).text) as {
    csrf_token: string | null;
  };
  if (token === null) throw new Error('nobody is signed in');
  return token;
};

const given = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
