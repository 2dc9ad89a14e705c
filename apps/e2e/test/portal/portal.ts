import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningStack } from '@cds/local/running-stack';
import { eventually, noteSecrets } from '@cds/testing';
import { type Browser, type BrowserContext, type Page, request } from 'playwright-core';
import { launchChromium } from './chromium.js';
import { submitForm } from './forms.js';
import { Profile, type Tab } from './profile.js';

export const PASSWORD = 'a heron on the jetty';
const ACCOUNT_NAME = 'Lake Travis Anglers';

/** How long a page may take on a busy machine. */
const PATIENCE_MS = 30_000;

export type OpenTab = Tab & AsyncDisposable;

/** Somebody who can sign in. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** Browsers that look at the portal of a running product. One for all tests. */
export class Portal {
  /** What pages complained of: script errors, what their policy blocked, requests to other hosts, failures of ours. */
  readonly complaints: string[] = [];
  private people = 0;
  /** Those of who is signed in, by e-mail address. */
  private readonly profiles = new Map<string, Promise<Profile>>();

  private constructor(
    readonly stack: RunningStack,
    private readonly browser: Browser,
  ) {}

  static async open(stack: RunningStack): Promise<Portal> {
    noteSecrets(stack.credentials.portal_password, PASSWORD);
    return new Portal(stack, await launchChromium());
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  get url(): string {
    return this.stack.credentials.base_url;
  }

  /** Has every scope. */
  get admin(): Person {
    const { portal_email: email, portal_password: password } = this.stack.credentials;
    return { email, password };
  }

  /**
   * An empty tab; give it back by `await using`. Tabs of one person are in one browser, with its cookies and its cache,
   * which is signed in; a stranger has a browser of their own.
   */
  async tab(person: Person | null = null): Promise<OpenTab> {
    const profile = await (person ? this.profileOf(person) : this.newProfile());
    const tab = await profile.take();
    const end = (): Promise<void> => (person ? profile.giveBack(tab) : profile.context.close());
    return { ...tab, [Symbol.asyncDispose]: end };
  }

  /** Somebody who signed up, of an account of their own. */
  async newPerson(): Promise<Person> {
    const person = { email: `person-${(this.people += 1)}@example.com`, password: PASSWORD };
    await using client = await request.newContext({ baseURL: this.url });
    await submitForm(client, '/signup', { name: ACCOUNT_NAME, email: person.email });
    await submitForm(client, await this.linkTo(person.email), { password: person.password });
    return person;
  }

  /** Fills in the forms of the sign-up and follows the link in the mail. */
  async signUp(page: Page, { email, password }: Person, accountName = ACCOUNT_NAME): Promise<void> {
    await page.goto('/signup');
    await page.fill('[name=name]', accountName);
    await page.fill('[name=email]', email);
    await page.click('form button');
    await page.goto(await this.linkTo(email));
    await page.fill('[name=password]', password);
    await page.click('form button');
    await page.waitForURL(/\/signin/);
  }

  /** Fills in the form that the page shows. */
  async signIn(page: Page, { email, password }: Person): Promise<void> {
    await page.fill('[name=email]', email);
    await page.fill('[name=password]', password);
    await Promise.all([page.waitForURL((url) => url.pathname !== '/signin'), page.click('form button')]);
  }

  private profileOf(person: Person): Promise<Profile> {
    const profile = this.profiles.get(person.email) ?? this.signedIn(person);
    this.profiles.set(person.email, profile);
    return profile;
  }

  private async signedIn({ email, password }: Person): Promise<Profile> {
    const profile = await this.newProfile();
    await submitForm(profile.context.request, '/signin', { email, password });
    return profile;
  }

  private async newProfile(): Promise<Profile> {
    const context = await this.browser.newContext({ baseURL: this.url });
    context.setDefaultTimeout(PATIENCE_MS);
    this.watch(context);
    return new Profile(context);
  }

  private linkTo(email: string): Promise<string> {
    const folder = join(this.stack.folder, 'mail');
    const find = (): string => {
      const mails = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      const mail = mails.filter((text) => text.includes(`\nTo: ${email}\n`)).at(-1);
      const link = mail?.match(/http\S+\/signup\/finish\?token=\S+/)?.[0];
      if (link === undefined) throw new Error(`no mail to ${email}`);
      return link;
    };
    return eventually(find, { timeoutMs: PATIENCE_MS });
  }

  private watch(context: BrowserContext): void {
    const complain = (what: string): void => void this.complaints.push(what);
    context.on('weberror', (error) => complain(`script: ${error.error().message}`));
    context.on('console', (message) => {
      // A refusal that a test provokes is logged by the browser too.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) complain(`console: ${message.text()}`);
    });
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'blob:' && origin !== this.url) complain(`request to ${origin}`);
    });
    context.on('response', (response) => {
      const isFile = new URL(response.url()).pathname.startsWith('/assets/');
      if (response.status() >= (isFile ? 400 : 500)) complain(`${response.status()} of ${response.url()}`);
    });
  }
}
