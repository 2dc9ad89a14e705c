import { labelsIn, unknownIn } from './known-series.js';
import { dashboards, expressionsOf } from './monitoring-files.js';

describe.each(dashboards)('the dashboard $file', (dashboard) => {
  it('names series and labels that exist', () => {
    expect(expressionsOf(dashboard).flatMap(unknownIn)).toEqual([]);
    for (const { expr, legendFormat } of dashboard.panels.flatMap(({ targets = [] }) => targets)) {
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      expect(named.filter((label) => !labelsIn(expr).has(label))).toEqual([]);
    }
  });

  it('reads from the data source that its reader chooses', () => {
    const variables = dashboard.templating.list;
    expect(variables).toContainEqual(expect.objectContaining({ name: 'datasource', type: 'datasource' }));
    const uids = [...dashboard.text.matchAll(/"uid": "([^"]*)"/g)].map(([, uid]) => uid);
    expect(new Set(uids)).toEqual(new Set(['${datasource}', dashboard.uid]));
  });

  it('gives each panel an id of its own, a description and a unit', () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const bare = dashboard.panels.filter(
      ({ type, description, fieldConfig }) => type !== 'row' && !(description && fieldConfig?.defaults.unit),
    );
    expect(bare.map(({ title }) => title)).toEqual([]);
  });

  it('names no host', () => {
    expect(dashboard.text).not.toMatch(/https?:\/\/|\blocalhost\b|\d+\.\d+\.\d+\.\d+/);
  });
});
