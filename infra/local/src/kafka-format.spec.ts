import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { formatOnce } from './kafka-format.js';

afterAll(removeScratchFolders);

const propertiesOf = (dataDir: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(join(dataDir, 'logs', 'meta.properties'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  ) as Record<string, string>;

/** Writes what the tool leaves, and counts how often it was used. */
const fakeTool = (dataDir: string) => {
  const used: string[] = [];
  const run = (clusterId: string): Promise<void> => {
    used.push(clusterId);
    mkdirSync(join(dataDir, 'logs'));
    writeFileSync(join(dataDir, 'logs', 'bootstrap.checkpoint'), 'features');
    return Promise.resolve();
  };
  return { used, run };
};

it('uses the tool for the first folder alone; the others have the same features and ids of their own', async () => {
  const jars = scratchFolder();
  const [first, ...others] = [scratchFolder(), scratchFolder(), scratchFolder()];
  const tools = [first, ...others].map(fakeTool);
  for (const [index, dataDir] of [first, ...others].entries())
    await formatOnce({ jars, dataDir }, (clusterId) => tools[index]?.run(clusterId) ?? Promise.reject(new Error()));
  expect(tools.map(({ used }) => used.length)).toEqual([1, 0, 0]);
  for (const dataDir of others) {
    expect(readFileSync(join(dataDir, 'logs', 'bootstrap.checkpoint'), 'utf8')).toBe('features');
    expect(propertiesOf(dataDir)).toMatchObject({ version: '1', 'node.id': '1' });
  }
  const ids = others.map(propertiesOf).flatMap((all) => [all['cluster.id'], all['directory.id']]);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(Buffer.from(id ?? '', 'base64url')).toHaveLength(16);
});

it('leaves a folder alone that is prepared, and begins anew in one where that was interrupted', async () => {
  const [jars, dataDir] = [scratchFolder(), scratchFolder()];
  mkdirSync(join(dataDir, 'logs'));
  writeFileSync(join(dataDir, 'logs', 'left-over'), '');
  const tool = fakeTool(dataDir);
  await formatOnce({ jars, dataDir }, tool.run);
  expect(existsSync(join(dataDir, 'logs', 'left-over'))).toBe(false);
  await formatOnce({ jars, dataDir }, tool.run);
  expect(tool.used).toHaveLength(1);
});
