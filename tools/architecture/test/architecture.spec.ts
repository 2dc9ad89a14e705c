import { cyclesOf, fileGraph, folderGraph, type Graph } from './import-graph.js';
import { SERVICES } from './repository.js';

const graphOf = (imports: Readonly<Record<string, readonly string[]>>): Graph =>
  new Map(Object.entries(imports).map(([node, targets]) => [node, new Set(targets)]));

describe.each(SERVICES)('the service %s', (service) => {
  const files = fileGraph(service);

  it('has imports to look at', () => {
    expect(files.size).toBeGreaterThan(10);
    expect([...files.values()].some((imports) => imports.size > 0)).toBe(true);
  });

  it.each([
    ['folders', folderGraph(files)],
    ['files', files],
  ])('has no cycle between its %s', (_kind, graph) => {
    expect(cyclesOf(graph)).toEqual([]);
  });
});

describe('a cycle', () => {
  it('is found whatever its length, and named once', () => {
    const graph = graphOf({ a: ['b'], b: ['c'], c: ['a'], d: ['a', 'e'], e: ['e'], f: [] });
    expect(cyclesOf(graph)).toEqual(['a b c', 'e']);
  });

  it('between folders is found through different files of them', () => {
    const files = graphOf({
      'edge/pipeline/limit.ts': ['edge/routing/route.ts'],
      'edge/routing/route.ts': ['edge/routing/table/index.ts'],
      'edge/routing/table/index.ts': ['edge/pipeline/pipeline.ts'],
      'edge/pipeline/pipeline.ts': ['edge/pipeline/limit.ts'],
      'app.module.ts': ['edge/pipeline/pipeline.ts'],
    });
    expect(cyclesOf(folderGraph(files))).toEqual(['edge/pipeline edge/routing']);
  });

  it('that leads through the root of the app is none between folders', () => {
    const files = graphOf({ 'config.ts': ['pages/page.ts'], 'pages/page.ts': ['config.ts'] });
    expect(cyclesOf(folderGraph(files))).toEqual([]);
    expect(cyclesOf(files)).toEqual(['config.ts pages/page.ts']);
  });
});
