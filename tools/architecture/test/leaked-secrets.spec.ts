import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './repository.js';

interface Found {
  readonly secrets: number;
  readonly lines: number;
  readonly leaks: readonly { secret: string; line: string }[];
}

const { leakedSecrets } = (await import(pathToFileURL(join(ROOT, 'tools/test/leaked-secrets.mjs')).href)) as {
  leakedSecrets: (folder: string) => Found;
};

const KEY = 'cds_live_aaaaaaaaaaaaaaaaaaaaaaaa';
/** The same beginning, and as short as a secret may be. */
const SHORT = 'cds_live_aaaaaaa';
const PASSWORD = 'a heron on the jetty, with an ü';
const NEVER_LOGGED = 'cds_live_bbbbbbbbbbbbbbbbbbbbbbbb';

const folder = mkdtempSync(join(tmpdir(), 'cds-leaks-'));
let found: Found;

beforeAll(() => {
  const secrets = [KEY, SHORT, PASSWORD, NEVER_LOGGED, KEY].map((secret) => JSON.stringify(secret));
  writeFileSync(join(folder, '1.secrets'), `${secrets.join('\n')}\n`);
  writeFileSync(join(folder, '1.log'), `started\n{"key":"${KEY}"}\n{"key":"${KEY}","again":true}\n`);
  writeFileSync(join(folder, '2.log'), `at its end ${PASSWORD}\n${NEVER_LOGGED.slice(0, -1)}\n`);
  found = leakedSecrets(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the search of logs for secrets', () => {
  it('says how much it looked at', () => {
    expect(found).toMatchObject({ secrets: 4, lines: 5 });
  });

  it('finds each secret once, with the first line that holds it, wherever in the line that is', () => {
    const line = `{"key":"${KEY}"}`;
    expect(found.leaks).toHaveLength(3);
    expect(found.leaks).toEqual(
      expect.arrayContaining([
        { secret: KEY, line },
        { secret: SHORT, line },
        { secret: PASSWORD, line: `at its end ${PASSWORD}` },
      ]),
    );
  });

  it('does not take the beginning of a secret for the secret', () => {
    expect(found.leaks.map(({ secret }) => secret)).not.toContain(NEVER_LOGGED);
  });
});
