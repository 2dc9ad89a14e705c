import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { blockOf } from '../../../test/webhooks-page.js';
import { signingKeyView } from '../../signing/signing-key-view.js';
import { newPrivateJwk, signingKeyOf } from '../../signing/signing-key.js';
import { signedHeaders } from './signed-headers.js';

// Compiles the recipes.
jest.setTimeout(120_000);

const PROGRAMS = join(import.meta.dirname, '..', '..', '..', 'test', 'recipes');
const BODY = '{"id":"evt_1","type":"catch.created","data":{"notes":"Brême 🎣"}}';
const SECRETS = ['one', 'two'].map((name) => `whsec_${Buffer.from(name.repeat(11)).toString('base64')}`);
const { kid, jwk } = newPrivateJwk();
const key = signingKeyOf(kid, jwk, new Date());

const signed = (at: Date): Record<string, string> => signedHeaders('msg_1', BODY, { secrets: SECRETS, key }, at);

/** As it was signed, with another body, and signed an hour ago. */
const REQUESTS = [
  { headers: signed(new Date()), body: BODY },
  { headers: signed(new Date()), body: `${BODY} ` },
  { headers: signed(new Date(Date.now() - 3_600_000)), body: BODY },
];
const TAKEN = [true, false, false];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cds-recipes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = promisify(execFile);

const works = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** Runs a program and answers what it printed. */
const printed = async (command: string, args: string[], input: string): Promise<string> => {
  const child = spawn(command, args, { cwd: folder });
  child.stdin.end(input);
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await once(child, 'close')) as [number | null];
  const [output, problem] = await outputs;
  if (status !== 0) throw new Error(problem);
  return output;
};

const skipped = (why: string): void => void process.stderr.write(`A recipe was not run: ${why}.\n`);

const itWith = (command: string, ...args: string[]): typeof it.skip => (works(command, ...args) ? it : it.skip);

describe('the recipes of the documentation', () => {
  itWith('go', 'version')('verify in Go', async () => {
    await mkdir(join(folder, 'hooks'));
    for (const file of ['go.mod', 'go.sum', 'main.go']) await cp(join(PROGRAMS, file), join(folder, file));
    await writeFile(join(folder, 'hooks', 'secret.go'), blockOf('Go', 'go'));
    await writeFile(join(folder, 'hooks', 'key.go'), blockOf('Go, by public key', 'go'));
    if (spawnSync('go', ['mod', 'download'], { cwd: folder }).status !== 0)
      return skipped('the module for Go cannot be had');
    await run('go', ['build', '-o', 'program', '.'], { cwd: folder });
    const given = { secret: SECRETS[1], key: key.publicKey.toString('base64'), requests: REQUESTS };
    const taken = JSON.parse(await printed(join(folder, 'program'), [], JSON.stringify(given))) as unknown;
    expect(taken).toEqual(TAKEN.map((one) => [one, one]));
  });

  itWith('javac', '-version')('verify in Java', async () => {
    const jars = join(folder, 'jars');
    const maven = ['-q', '-B', '-f', join(PROGRAMS, 'pom.xml'), 'dependency:copy-dependencies'];
    if (!works('mvn', ...maven, `-DoutputDirectory=${jars}`)) return skipped('the library for Java cannot be had');
    const sources = { Hooks: blockOf('Java', 'java'), SignedByKey: blockOf('Java, by public key', 'java') };
    for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, `${name}.java`), source);
    await cp(join(PROGRAMS, 'Main.java'), join(folder, 'Main.java'));
    const classPath = `${folder}:${join(jars, '*')}`;
    await run('javac', ['-cp', classPath, 'Main.java', 'Hooks.java', 'SignedByKey.java'], { cwd: folder });
    const lines = REQUESTS.flatMap(({ headers, body }) => [
      ...['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]),
      body,
    ]);
    const given = [SECRETS[1], signingKeyView(key).x, ...lines].join('\n');
    const taken = await printed('java', ['-cp', classPath, 'Main'], given);
    expect(taken.trim().split('\n')).toEqual(TAKEN.map((one) => `${one} ${one}`));
  });

  const ruby = async (recipe: string, answer: string): Promise<unknown> => {
    const program = await readFile(join(PROGRAMS, 'recipe.rb'), 'utf8');
    const script = `${blockOf(recipe, 'ruby')}\nANSWER = ${answer}\n${program}`;
    const given = { secret: SECRETS[1], key: signingKeyView(key).whpk, requests: REQUESTS };
    return JSON.parse(await printed('ruby', ['-e', script], JSON.stringify(given)));
  };

  itWith(
    'ruby',
    '-e',
    'require "standardwebhooks"',
  )('verify by secret in Ruby', async () => {
    const answer = '->(asked, body, headers) { !event_of(asked["secret"], body, headers).nil? }';
    expect(await ruby('Ruby', answer)).toEqual(TAKEN);
  });

  itWith(
    'ruby',
    '-e',
    'require "ed25519"',
  )('verify by public key in Ruby', async () => {
    const answer = '->(asked, body, headers) { signed_by_key?([asked["key"]], body, headers) }';
    expect(await ruby('Ruby, by public key', answer)).toEqual(TAKEN);
  });
});
