import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningStack } from '@cds/local/running-stack';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SHELL_BLOCK = /^```sh\n(.*?)^```/gms;

/** The commands that docs/recovery.md gives under a heading, in their order and without comments. */
export const commandsUnder = (heading: string): string[] => {
  const page = readFileSync(join(ROOT, 'docs', 'recovery.md'), 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/recovery.md has no section "${heading}"`);
  return [...section.matchAll(SHELL_BLOCK)].flatMap(([, block = '']) =>
    block.split('\n').flatMap((line) => line.replace(/\s+#.*|^#.*/, '') || []),
  );
};

/** Runs a command of the page in the repository, as an operator of the running stack does; returns what it printed. */
export const runCommand = async (stack: RunningStack, command: string): Promise<string> => {
  const env = { ...process.env, NODE_OPTIONS: '', CDS_DATA_DIR: stack.folder };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: ROOT, env });
  return stdout;
};
