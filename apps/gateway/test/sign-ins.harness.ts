import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock, newId } from '@cds/service-kit';
import { eventually, TestClock } from '@cds/testing';
import type { Scope } from '@cds/contracts';
import { PrismaService } from '../src/database/prisma.service.js';
import type { Person } from '../src/generated/client.js';
import { addPerson } from '../src/identity/people/add-person.js';
import { Browser } from './browser.harness.js';
import { type GatewayHarness, type GatewayHarnessOptions, startGateway } from './gateway.harness.js';

export const PASSWORD = 'a pike in the reeds';

export interface PeopleHarness {
  readonly gateway: GatewayHarness;
  readonly prisma: PrismaService;
  readonly clock: TestClock;
  /** A browser at an address of its own. */
  browser(): Browser;
  /** Somebody with `PASSWORD`, in an account of their own. */
  person(facts?: { email?: string; scopes?: readonly Scope[] }): Promise<Person>;
  /** A browser in which somebody signed in with `PASSWORD`. */
  signedIn(email: string): Promise<Browser>;
  /** The texts of all mails to somebody, oldest first. */
  mailsTo(email: string): string[];
  /** The path in the newest mail to somebody, once there is one that leads there. */
  linkTo(email: string, path: string): Promise<string>;
  /** What the audit log says about people, oldest first. */
  audit(personId: string | null): Promise<{ action: string; details: unknown }[]>;
  stop(): Promise<void>;
}

let people = 0;
let addresses = 0;

/** A gateway whose mails are files, and whose time stands still until it receives. */
export const startPeople = async (options: GatewayHarnessOptions = {}): Promise<PeopleHarness> => {
  const mails = mkdtempSync(join(tmpdir(), 'cds-mails-'));
  const gateway = await startGateway({
    ...options,
    environment: { MAIL_DIR: mails, TRUSTED_PROXIES: '127.0.0.1', ...options.environment },
  });
  const clock = new TestClock(new Date().toISOString());
  gateway.service.app.get(Clock).now = () => clock.now();
  const prisma = gateway.service.app.get(PrismaService);
  const mailsTo = (email: string): string[] => mailsIn(mails).filter((mail) => mail.includes(`\nTo: ${email}\n`));
  const harness: PeopleHarness = {
    gateway,
    prisma,
    clock,
    browser: () => new Browser(gateway.url, { 'x-forwarded-for': `192.0.2.${(addresses += 1)}` }),
    person: async ({ email = `person-${(people += 1)}@example.com`, scopes } = {}) => {
      const account = await prisma.account.create({ data: { id: newId('account'), name: 'Lake Travis Anglers' } });
      return addPerson(prisma, { accountId: account.id, email, password: PASSWORD, ...(scopes && { scopes }) });
    },
    signedIn: async (email) => {
      const browser = harness.browser();
      const { status } = await browser.submit('/signin', '/signin', { email, password: PASSWORD });
      if (status !== 303) throw new Error(`${email} could not sign in: ${status}`);
      return browser;
    },
    mailsTo,
    linkTo: (email, path) =>
      eventually(() => {
        const link = mailsTo(email)
          .at(-1)
          ?.match(new RegExp(`https://api\\.example\\.com(${path}\\?token=\\S+)`))?.[1];
        if (link === undefined) throw new Error(`no mail to ${email} leads to ${path}`);
        return link;
      }),
    audit: async (targetId) =>
      (
        await gateway.pool.query<{ action: string; details: unknown }>(
          'SELECT action, details FROM audit_log WHERE target_id IS NOT DISTINCT FROM $1 ORDER BY at, id',
          [targetId],
        )
      ).rows,
    stop: async () => {
      await gateway.stop();
      rmSync(mails, { recursive: true, force: true });
    },
  };
  return harness;
};

const mailsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'));
