import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesUnder, ROOT } from './repository.js';

/** For each node the nodes that it imports from. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORT = /\b(?:from|import) '(\.[^']+)\.js'/g;

/** The relative imports among the sources of an app, types included; paths are relative to its `src`. */
export const fileGraph = (app: string): Graph => {
  const source = `apps/${app}/src`;
  const files = filesUnder(source).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return new Map(files.map((file) => [posix.relative(source, file), importsOf(file, source)]));
};

const importsOf = (file: string, source: string): Set<string> => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const targets = [...text.matchAll(IMPORT)].map(([, path = '']) => posix.join(posix.dirname(file), `${path}.ts`));
  return new Set(targets.map((target) => posix.relative(source, target)));
};

/** Folders whose subfolders count as folders of their own. */
const SPLIT: ReadonlySet<string> = new Set(['catches', 'edge', 'identity', 'site']);

/** The folder that a file belongs to; undefined for files at the root, which put the app together. */
const folderOf = (file: string): string | undefined => {
  const [first = '', second = '', ...rest] = file.split('/');
  if (second === '') return undefined;
  return SPLIT.has(first) && rest.length > 0 ? `${first}/${second}` : first;
};

/** The imports between the folders of a graph of files. */
export const folderGraph = (files: Graph): Graph => {
  const folders = new Map<string, Set<string>>();
  for (const [file, imports] of files) {
    const from = folderOf(file);
    if (from === undefined) continue;
    const targets = folders.get(from) ?? new Set<string>();
    folders.set(from, targets);
    for (const target of [...imports].map(folderOf)) if (target !== undefined && target !== from) targets.add(target);
  }
  return folders;
};

/** The sets of nodes that reach each other, each sorted and joined by a space: `anglers catches`. */
export const cyclesOf = (graph: Graph): string[] => {
  const reach = new Map([...graph.keys()].map((node) => [node, reachedFrom(node, graph)]));
  const circular = [...reach].filter(([node, reached]) => reached.has(node));
  const groups = circular.map(([node, reached]) =>
    [...reached]
      .filter((other) => reach.get(other)?.has(node))
      .toSorted()
      .join(' '),
  );
  return [...new Set(groups)].toSorted();
};

const reachedFrom = (node: string, graph: Graph): Set<string> => {
  const reached = new Set<string>();
  const open = [...(graph.get(node) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return reached;
};
