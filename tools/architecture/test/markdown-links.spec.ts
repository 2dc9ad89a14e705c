import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesUnder, ROOT, textOf } from './repository.js';

const FOLDERS = ['.github', 'apps', 'bench', 'docs', 'examples', 'infra', 'libs', 'tools'];
const PAGES = [...readdirSync(ROOT), ...FOLDERS.flatMap(filesUnder)].filter((path) => path.endsWith('.md'));

const FENCED = /^( *)```[\s\S]*?^\1```/gm;
const INLINE_CODE = /`[^`\n]*`/g;
const LINK = /\]\(([^)\s]+)\)/g;

const linksIn = (page: string): string[] =>
  [...textOf(page).replace(FENCED, '').replace(INLINE_CODE, '``').matchAll(LINK)]
    .map(([, link = '']) => link)
    .filter((link) => !/^(https?|mailto):/.test(link));

/** The names that headings have as targets of links. */
const anchorsOf = (page: string): string[] =>
  [
    ...textOf(page)
      .replace(FENCED, '')
      .matchAll(/^#+ +(.*)$/gm),
  ].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const leadsSomewhere = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor);
};

describe('the pages of the repository', () => {
  it('link to files and headings that exist', () => {
    const links = PAGES.flatMap((page) => linksIn(page).map((link) => ({ page, link })));
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ page, link }) => !leadsSomewhere(page, link))).toEqual([]);
  });
});
