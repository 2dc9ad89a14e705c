import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '@cds/service-kit';
import { eventually, SmallDisk } from '@cds/testing';
import { SMTPServer } from 'smtp-server';
import { mailTransport } from '../src/site/mail/mail-transport.js';
import { MailSweeper } from '../src/site/mail/mail-sweeper.js';
import { startGateway } from './gateway.harness.js';
import { type PeopleHarness, startPeople } from './sign-ins.harness.js';

interface Received {
  readonly to: string[];
  readonly text: string;
}

/** A mail server that keeps what it is sent. */
const smtpServer = (received: Received[], port = 0): Promise<SMTPServer> =>
  new Promise((resolve) => {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        let text = '';
        stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        stream.once('end', () => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
          done();
        });
      },
    });
    server.on('error', () => undefined);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const portOf = (server: { address(): unknown }): number => (server.address() as { port: number }).port;
const stop = (server: SMTPServer): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

const logged = (here: PeopleHarness, name: string) => here.gateway.log.filter(({ msg }) => msg === name);
/** The pause before the next attempt, once the mail has failed so often. */
const pauseAfter = (here: PeopleHarness, attempts: number): Promise<number> =>
  eventually(async () => {
    const mail = await here.prisma.mail.findFirstOrThrow({ where: { attempts, lease: null } });
    return mail.dueAt.getTime() - Date.now();
  });
const makeDue = (here: PeopleHarness) => here.prisma.mail.updateMany({ data: { dueAt: new Date() } });
const age = (here: PeopleHarness, interval: string) =>
  here.prisma.$executeRaw`UPDATE mails SET created_at = created_at - ${interval}::interval`;
const askFor = (here: PeopleHarness, email: string) =>
  here.browser().submit('/password/forgot', '/password/forgot', { email });

describe('with a mail server', () => {
  const received: Received[] = [];
  let smtp: SMTPServer;
  let here: PeopleHarness;

  beforeAll(async () => {
    smtp = await smtpServer(received);
    here = await startPeople({
      environment: {
        SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
        MAIL_FROM: 'Catches <hello@catches.example>',
      },
    });
  });
  afterEach(() => void received.splice(0));
  afterAll(async () => {
    await here.stop();
    await stop(smtp);
  });

  it('a mail is sent in plain words, with its sender and an id', async () => {
    const { email } = await here.person();
    await askFor(here, email);
    const mail = await eventually(() => received[0] ?? Promise.reject(new Error('no mail')));
    expect(mail.to).toEqual([email]);
    expect(mail.text).toMatch(/From: Catches <hello@catches\.example>/);
    expect(mail.text).toMatch(/Message-ID: <[0-9a-f-]{36}@catch-data-service>/);
    expect(mail.text).toMatch(/Subject: Choose a new password/);
    expect(mail.text).toContain('If you did not request this, ignore this message');
    expect(mail.text).toMatch(/\r\nhttps:\/\/api\.example\.com\/password\/reset\?token=[\w-]{27}\r\n/);
    expect(mail.text).not.toContain('<html');
  });

  it('a mail that it did not take is sent when it is back, later each time', async () => {
    const port = portOf(smtp.server);
    await stop(smtp);
    const { email } = await here.person();
    expect((await askFor(here, email)).status).toBe(200);
    expect(await pauseAfter(here, 1)).toBeLessThanOrEqual(5_000);
    await makeDue(here);
    const pause = await pauseAfter(here, 2);
    expect(pause).toBeGreaterThan(4_000);
    expect(pause).toBeLessThanOrEqual(10_000);
    smtp = await smtpServer(received, port);
    await makeDue(here);
    await eventually(() => expect(received.map(({ to }) => to)).toEqual([[email]]));
    await eventually(async () => expect(await here.prisma.mail.count()).toBe(0));
    expect(logged(here, 'mail.handled').at(-1)).toMatchObject({ kind: 'password-reset', attempts: 3 });
  });

  it('a mail that could not be sent for a day is not sent any more, and deleted', async () => {
    const port = portOf(smtp.server);
    await stop(smtp);
    await askFor(here, (await here.person()).email);
    await pauseAfter(here, 1);
    await age(here, '1 day');
    smtp = await smtpServer(received, port);
    await makeDue(here);
    const { email } = await here.person();
    await askFor(here, email);
    await eventually(() => expect(received.map(({ to }) => to)).toEqual([[email]]));
    expect(await here.gateway.service.app.get(MailSweeper).sweep()).toBe(1);
    expect(await here.prisma.mail.count()).toBe(0);
  });

  it('two copies of the gateway send each mail once', async () => {
    const environment = { DATABASE_URL: here.gateway.databaseUrl, SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}` };
    const copy = await startGateway({ environment });
    copy.service.app.get(Clock).now = () => here.clock.now();
    const people = await Promise.all(Array.from({ length: 8 }, () => here.person()));
    await Promise.all(people.map(({ email }) => askFor(here, email)));
    await eventually(async () => expect(await here.prisma.mail.count()).toBe(0), { timeoutMs: 10_000 });
    await copy.stop();
    expect(received.flatMap(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
  });
});

describe('with a mail server on another machine', () => {
  it('no mail is sent while the server offers no encryption', async () => {
    const received: Received[] = [];
    const smtp = await smtpServer(received);
    // An address of this machine that does not look like one.
    const smtpUrl = `smtp://0.0.0.0:${portOf(smtp.server)}`;
    const send = mailTransport({ smtpUrl, folder: undefined, from: 'hello@catches.example' });
    const mail = { to: 'ada@example.com', subject: 'A link', text: 'secret', messageId: '<1@catches.example>' };
    await expect(send?.(mail)).rejects.toMatchObject({ command: 'STARTTLS' });
    expect(received).toEqual([]);
    await stop(smtp);
  });
});

describe('with a mail server that says nothing', () => {
  it('whoever asks for a mail is answered all the same', async () => {
    const sockets: Socket[] = [];
    const silent: Server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const here = await startPeople({ environment: { SMTP_URL: `smtp://127.0.0.1:${portOf(silent)}` } });
    const { email } = await here.person();
    await askFor(here, email);
    await eventually(() => expect(sockets.length).toBeGreaterThan(0));
    expect((await askFor(here, email)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    silent.close();
    await here.stop();
  });
});

describe('without a mail server', () => {
  it('mails are files of this user alone', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'cds-mails-')), 'not', 'there', 'yet');
    const here = await startPeople({ environment: { MAIL_DIR: folder } });
    await askFor(here, (await here.person()).email);
    const file = await eventually(() => {
      const name = readdirSync(folder).find((one) => one.endsWith('.eml'));
      if (name === undefined) throw new Error('no mail is there yet');
      return join(folder, name);
    });
    expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    await here.stop();
    rmSync(join(folder, '..', '..', '..'), { recursive: true });
  });

  const disk = SmallDisk.mount(65_536);
  afterAll(() => disk?.unmount());
  (disk ? it : it.skip)('a mail that finds no room leaves no file, and comes when there is room', async () => {
    const folder = disk?.folder ?? '';
    const send = mailTransport({ smtpUrl: undefined, folder, from: 'hello@catches.example' });
    const mail = { to: 'ann@catches.example', subject: 'Hello', text: 'n'.repeat(20_000), messageId: '<1@catches>' };
    await disk?.fill();
    await expect(send?.(mail)).rejects.toMatchObject({ code: 'ENOSPC' });
    await disk?.empty();
    expect(readdirSync(folder)).toEqual([]);
    await send?.(mail);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.eml$/)]);
  });

  it('nor a folder, mails wait, and the log says so', async () => {
    const here = await startPeople({ environment: { MAIL_DIR: '' } });
    await askFor(here, (await here.person()).email);
    expect(logged(here, 'mail.not_set_up')).toHaveLength(1);
    expect(await here.prisma.mail.count()).toBe(1);
    await here.stop();
  });
});
