import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunningStack } from '@cds/local/running-stack';
import { eventually, noteSecrets } from '@cds/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.js';

export const PASSWORD = 'a heron on the jetty';

/** How long a page may take on a busy machine. */
const PATIENCE_MS = 30_000;

export interface OpenTab extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** Somebody who can sign in. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** The running product, and browsers that look at its portal. One for all specs. */
export class Portal {
  /** What pages complained of: script errors, what their policy blocked, requests to other hosts, failures of ours. */
  readonly complaints: string[] = [];
  private people = 0;
  private readonly sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

  private constructor(
    readonly stack: RunningStack,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<Portal> {
    const [stack, browser] = await Promise.all([RunningStack.start([], { LOG_LEVEL: 'info' }), launchChromium()]);
    const { api_key: key, reviewer_key: reviewer, portal_password: password } = stack.credentials;
    noteSecrets(key, reviewer, password, PASSWORD);
    return new Portal(stack, browser);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.stack.stop();
  }

  get url(): string {
    return this.stack.credentials.base_url;
  }

  /** Has every scope. */
  get admin(): Person {
    const { portal_email: email, portal_password: password } = this.stack.credentials;
    return { email, password };
  }

  /** A new window, of a stranger or of somebody who is signed in; close it by `await using`. */
  async window(person: Person | null = null, options: BrowserContextOptions = {}): Promise<OpenTab> {
    const storageState = person ? await this.sessionOf(person) : undefined;
    const context = await this.browser.newContext({
      baseURL: this.url,
      ...options,
      ...(storageState && { storageState }),
    });
    context.setDefaultTimeout(PATIENCE_MS);
    this.watch(context);
    const page = await context.newPage();
    return { page, context, [Symbol.asyncDispose]: () => context.close() };
  }

  /** Somebody who signed up as everybody does, of an account of their own. */
  async newPerson(): Promise<Person> {
    const person = { email: `person-${(this.people += 1)}@example.com`, password: PASSWORD };
    await using window = await this.window();
    await this.signUp(window.page, person);
    return person;
  }

  /** Fills in the forms of the sign-up and follows the link in the mail. */
  async signUp(page: Page, { email, password }: Person, accountName = 'Lake Travis Anglers'): Promise<void> {
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

  private async sessionOf(person: Person) {
    const known = this.sessions.get(person.email);
    if (known) return known;
    await using window = await this.window();
    await window.page.goto('/signin');
    await this.signIn(window.page, person);
    const session = await window.context.storageState();
    this.sessions.set(person.email, session);
    return session;
  }

  private linkTo(email: string): Promise<string> {
    const folder = join(this.stack.folder, 'mail');
    return eventually(() => {
      const mails = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      const mail = mails.filter((text) => text.includes(`\nTo: ${email}\n`)).at(-1);
      const link = mail?.match(/http\S+\/signup\/finish\?token=\S+/)?.[0];
      if (link === undefined) throw new Error(`no mail to ${email}`);
      return link;
    });
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
