import { TOTP } from 'otpauth';
import type { Person } from '../src/generated/client.js';
import type { Browser } from './browser.harness.js';
import type { Answer } from './http.harness.js';
import { PASSWORD, type PeopleHarness } from './sign-ins.harness.js';

/** The code that an authenticator app with this secret shows at a time. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at.getTime() });

export const STEP_MS = 30_000;

/** The secret that the page to set up an authenticator app shows. */
export const secretIn = ({ text }: Answer): string =>
  /Key: <code>([A-Z2-7 ]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? '';

/** The recovery codes that a page shows. */
export const recoveryCodesIn = ({ text }: Answer): string[] =>
  [...text.matchAll(/<li><code>([^<]+)</g)].map(([, code = '']) => code);

export interface PersonWithApp {
  readonly person: Person;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The browser in which the app was set up. */
  readonly browser: Browser;
}

/** Somebody who signed in and set up an authenticator app; its code of this moment is used up. */
export const personWithApp = async (
  here: PeopleHarness,
  facts: Parameters<PeopleHarness['person']>[0] = {},
): Promise<PersonWithApp> => {
  const person = await here.person(facts);
  const browser = await here.signedIn(person.email);
  const page = await browser.open('/account/security/totp');
  const secret = secretIn(page);
  const done = await browser.submit('/account/security/totp', '/account/security/totp', {
    code: codeAt(secret, here.clock.now()),
  });
  return { person, secret, recoveryCodes: recoveryCodesIn(done), browser };
};

/** Shows the password in a browser; what comes next is the second step. */
export const passFirstStep = async (browser: Browser, { email }: Person): Promise<Answer> =>
  browser.submit('/signin', '/signin', { email, password: PASSWORD });

/** Sends a code to the second step. */
export const sendCode = (browser: Browser, code: string): Promise<Answer> =>
  browser.submit('/signin/second-factor', '/signin/second-factor', { code });

/** A code that is not the one of any step near to `at`. */
export const wrongCode = (secret: string, at: Date): string => {
  const near = [-1, 0, 1].map((steps) => codeAt(secret, new Date(at.getTime() + steps * STEP_MS)));
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? '';
};
