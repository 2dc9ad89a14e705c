import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** The specs that the page names, from the root of the repository. */
const specsOfPage = (): string[] => {
  let service = '';
  return readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      service = /^## (.*)$/.exec(line)?.[1] ?? service;
      const named = [...line.matchAll(/`([\w./-]+\.spec\.ts)`/g)].map(([, path = '']) => path);
      return named.map((path) => (path.startsWith('apps/') ? path : `apps/${service}/${path}`));
    });
};

describe('docs/testing.md', () => {
  it('names specs that exist', () => {
    const specs = specsOfPage();
    expect(specs.length).toBeGreaterThan(0);
    expect(specs.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
