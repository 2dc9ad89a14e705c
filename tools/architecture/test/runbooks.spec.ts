import { code, isKnown, unknownIn } from './known-series.js';
import { alerts, runbooks, runbookSections } from './monitoring-files.js';
import { SERVICES, textOf } from './repository.js';

const namesLike = (pattern: RegExp): string[] => [...runbooks.matchAll(pattern)].map(([, name = '']) => name);

describe('the runbooks', () => {
  it('have a section for each alert, and no other', () => {
    expect([...runbookSections.keys()].sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });

  it('name commands that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object };
    const named = namesLike(/\bnpm run ([\w-]+)/g);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it('name metrics that exist', () => {
    const databases = SERVICES.map((service) => `cds_${service}`);
    const named = namesLike(/\b((?:cds|http|nodejs|process)_\w+)/g).filter((name) => !databases.includes(name));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });

  it('list every check of the readiness probe', () => {
    const [, table = ''] = /^\| check \|.*\n\| ---.*\n((?:\|.*\n)+)/m.exec(runbooks) ?? [];
    const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, check]) => check);
    const made = [...code.matchAll(/\breadiness\.add\('(\w+)'/g)].map(([, check]) => check);
    expect(listed.sort()).toEqual([...new Set(made)].sort());
  });

  it('name log lines, codes and topics that exist', () => {
    const topics = textOf('infra/kafka/topics.json');
    const named = namesLike(/`([a-z]+\.[a-z_]+)`/g);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !code.includes(`'${name}'`) && !topics.includes(`"${name}"`))).toEqual([]);
  });

  it.each(namesLike(/^```promql\n([^]*?)^```$/gm).flatMap((block) => block.trim().split('\n')))(
    'ask for series and labels that exist: %s',
    (query) => {
      expect(unknownIn(query)).toEqual([]);
    },
  );
});
