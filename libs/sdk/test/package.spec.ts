import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { publint } from 'publint';
import { rolldown } from 'rolldown';
import { compiled, compiledReadme, installedProject, node, type Project } from './packed.js';

let project: Project;
let server: Server;
let baseUrl: string;
beforeAll(async () => {
  project = await installedProject();
  server = createServer((request, response) => {
    const isRead = request.method === 'GET';
    const things = [{ id: 'catch_1', weight_lbs: 4 }];
    const list = { data: things, total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null };
    const problem = { code: 'catch.not_found', status: 404, detail: 'There is no such catch.' };
    response.writeHead(isRead ? 200 : 404, { 'content-type': 'application/json', etag: '"1"' });
    response.end(JSON.stringify(!isRead ? problem : request.url?.startsWith('/v1/catches/') ? things[0] : list));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 120_000);
afterAll(() => {
  server?.close();
  server?.closeAllConnections();
  if (project) rmSync(project.folder, { recursive: true, force: true });
});

/** One file for a browser, with all that it needs of the package. */
const bundled = async (entry: string): Promise<number> => {
  const bundle = await rolldown({ input: join(project.installed, 'dist', 'esm', entry), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  return Buffer.byteLength(output[0].code);
};

describe('the packed package', () => {
  it('has no dependency, and nothing but what is built', () => {
    const manifest = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest['dependencies']).toBeUndefined();
    expect(manifest['sideEffects']).toBe(false);
    expect(readdirSync(project.installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  });

  it('finds nothing to say in publint', async () => {
    expect((await publint({ pkgDir: project.installed, strict: true })).messages).toEqual([]);
  });

  it('has types that are right for each way to import it', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(project.tarball)));
    // Node 10 knew no entries of packages: nothing after it resolves so.
    const problems = result.types === false ? ['no types'] : result.problems;
    const kinds = problems.filter(
      (one) => typeof one === 'string' || !('resolutionKind' in one) || one.resolutionKind !== 'node10',
    );
    expect(kinds).toEqual([]);
  });

  it('stays small', async () => {
    expect(await bundled('index.js')).toBeLessThan(30_000);
    expect(await bundled('webhooks.js')).toBeLessThan(6_000);
  });

  it('asks nothing of Node', () => {
    const files = readdirSync(join(project.installed, 'dist', 'esm'), { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => file.endsWith('.js'));
    const text = sources.map((file) => readFileSync(join(project.installed, 'dist', 'esm', file), 'utf8')).join('');
    expect(sources.length).toBeGreaterThan(20);
    expect(text).not.toMatch(/node:|\bBuffer\b|\bprocess\.|require\(|from '[^.]/);
  });
});

describe('a consumer', () => {
  it('that is an ES module compiles without the types of browsers, and runs', async () => {
    await compiled(project.folder, 'esm.mts', { module: 'node16' });
    const told = await node(project.folder, 'esm.mjs', baseUrl);
    expect(told.trim().split('\n')).toEqual(['catch_1 4.0', '"1"', 'catch.not_found true', 'function']);
  });

  it('that is CommonJS compiles, reaches the types, and runs', async () => {
    await compiled(project.folder, 'cjs.cts', { module: 'node16' });
    expect((await node(project.folder, 'cjs.cjs', baseUrl)).trim().split('\n')).toEqual(['catch_1', 'true true']);
  });

  it('that is bundled compiles with the types of browsers', async () => {
    const browser = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'] };
    await compiled(project.folder, 'esm.mts', { ...browser, noEmit: true });
  });

  it('that was copied from the README compiles', async () => {
    expect(await compiledReadme(project.folder)).toBeGreaterThan(5);
  });
});
