import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Portal } from './portal.js';

const DIST = join(import.meta.dirname, '..', '..', '..', 'portal', 'dist');
const MOST_BYTES = 150_000;

interface Chunk {
  readonly file: string;
  readonly isEntry?: true;
  readonly imports?: readonly string[];
}

/** The files that the first page loads before anything else: the entry and all that it imports. */
const firstFiles = (): string[] => {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const found = new Map<string, string>();
  const take = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || found.has(name)) return;
    found.set(name, chunk.file);
    chunk.imports?.forEach(take);
  };
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) take(name);
  return [...found.values()];
};

/** How the gateway serves the portal. */
export const serving = (here: () => Portal): void =>
  describe('is served', () => {
    const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
      fetch(`${here().url}${path}`, { headers, redirect: 'manual' });

    it('with first scripts that are small', () => {
      const files = firstFiles();
      expect(files.length).toBeGreaterThan(0);
      const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0);
      expect(bytes).toBeLessThan(MOST_BYTES);
    });

    it.each(['/', '/catches', '/webhooks/end_1/deliveries', '/keys?cursor=x'])(
      'as one page that allows nothing inline, at %s',
      async (path) => {
        const answer = await get(path);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('cache-control')).toBe('no-cache');
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        const policy = answer.headers.get('content-security-policy') ?? '';
        expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
        expect(policy).not.toMatch(/unsafe|data:|https?:|\*/);
        const tag = answer.headers.get('etag') ?? '';
        expect((await get(path, { accept: 'text/html', 'if-none-match': tag })).status).toBe(304);
      },
    );

    it('to browsers alone: a program gets the overview, and problems', async () => {
      expect(await (await get('/', { accept: '*/*' })).json()).toMatchObject({ base: '/api/v1', docs: '/docs' });
      const answer = await get('/catches', { accept: 'application/json' });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
    });

    it.each([
      '/v1/nothing',
      '/api/nothing',
      '/docs/nothing',
      '/oauth/nothing',
      '/signin/nothing',
      '/.well-known/nothing',
      '/nothing',
      '/assets/nothing.js',
    ])('at no address of somebody else’s: %s', async (path) => {
      const answer = await get(path);
      expect([401, 404]).toContain(answer.status);
      expect(answer.headers.get('content-security-policy')).not.toContain("script-src 'self'; style-src");
    });

    it('with files that browsers keep for ever, compressed', async () => {
      const page = await (await get('/')).text();
      const script = /src="(\/assets\/index-[^"]+\.js)"/.exec(page)?.[1] ?? '';
      const answer = await fetch(`${here().url}${script}`, { headers: { 'accept-encoding': 'br' } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-encoding')).toBe('br');
    });
  });
