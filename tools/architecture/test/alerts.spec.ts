import { parse } from 'yaml';
import { labelsIn, own, unknownIn } from './known-series.js';
import { alerts, dashboards, expressionsOf, rules, RUNBOOKS, runbookSections } from './monitoring-files.js';
import { namesIn } from './promql.js';
import { ownMetrics, seriesOf } from './registered-metrics.js';
import { SERVICES, textOf } from './repository.js';

describe('the metrics of the product', () => {
  it('are read from its sources', () => {
    expect(own.length).toBeGreaterThan(20);
    const read = own.map(({ kind, name, labels }) => [kind, name, ...labels]);
    expect(read).toContainEqual(['Gauge', 'cds_consumer_lag', 'topic', 'partition']);
    expect(read).toContainEqual(['Gauge', 'cds_consumer_gaps', 'topic', 'reason']);
    expect(read).toContainEqual(['Counter', 'cds_relay_published_total', 'priority']);
  });

  it('are not passed over when they are made in a way that cannot be read', () => {
    const made = "import { Gauge } from 'prom-client';\nnew Gauge({ name: nameOf(table), help: 'Rows' });";
    expect(() => ownMetrics(new Map([['rows.ts', made]]))).toThrow('rows.ts makes a metric whose name cannot be read');
  });

  it('are in an alert or on a dashboard', () => {
    const expressions = [...rules.map(({ expr }) => expr), ...dashboards.flatMap(expressionsOf)];
    const shown = new Set(expressions.flatMap((expr) => namesIn(expr).selectors.map(({ series }) => series)));
    const hidden = own.filter((metric) => !seriesOf(metric).some(([series]) => shown.has(series)));
    expect(hidden.map(({ name }) => name)).toEqual([]);
  });
});

describe('an expression', () => {
  it.each([
    ['a metric', 'rate(cds_no_such_total[5m]) > 1', 'cds_no_such_total'],
    ['a histogram without a suffix', 'http_request_duration_seconds > 1', 'http_request_duration_seconds'],
    ['a label', 'cds_consumer_lag{topics="catch.events"} offset 1h', 'cds_consumer_lag{topics}'],
    ['a label to group by', 'sum by (job, topics) (cds_consumer_lag)', 'topics'],
    ['a service', 'cds_relay_leading{job="relay"}', 'cds_relay_leading{job="relay"}'],
    ['a value', 'cds_messages_handled_total{outcome=~"handled|dead"}', 'cds_messages_handled_total{outcome="dead"}'],
  ])('that names %s that nobody registers is found', (_what, expr, found) => {
    expect(unknownIn(expr)).toEqual([found]);
  });

  it('is read whatever stands in its texts and ranges', () => {
    const expr = `histogram_quantile(0.99, sum by (le) (rate(
      http_request_duration_seconds_bucket{route!~"/v1/events|.*/(a|b)", status=~"5.."}[$__rate_interval]
    ))) * on (job) group_left cds_ready unless cds_ready offset 10m >= 0`;
    expect(unknownIn(expr)).toEqual([]);
    const series = namesIn(expr).selectors.map((selector) => selector.series);
    expect(series).toEqual(['http_request_duration_seconds_bucket', 'cds_ready', 'cds_ready']);
  });
});

describe('the rules for Prometheus', () => {
  it.each(rules.map(({ alert, record = '', expr }) => [alert ?? record, expr]))(
    '%s names series and labels that exist',
    (_name, expr) => {
      expect(unknownIn(expr)).toEqual([]);
    },
  );

  it('have alerts with names of their own', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
  });

  it('alert below the limits of memory that docker-compose.yml sets', () => {
    const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { mem_limit: string }>;
    };
    const { expr = '' } = alerts.find(({ alert }) => alert === 'CdsMemoryHigh') ?? {};
    const limits = [...expr.matchAll(/job=~?"([\w|]+)"\} > 0\.9 \* (\d+) \* 1024 \* 1024/g)].flatMap(
      ([, jobs = '', mebibytes]) => jobs.split('|').map((job) => [job, `${mebibytes}m`]),
    );
    expect(Object.fromEntries(limits)).toEqual(
      Object.fromEntries(SERVICES.map((service) => [service, services[service]?.mem_limit])),
    );
  });
});

describe.each(alerts)('the alert $alert', ({ alert, expr, labels, annotations = {} }) => {
  it('has a severity, and a summary and a description of labels that exist', () => {
    expect(labels?.severity).toMatch(/^(critical|warning)$/);
    for (const text of [annotations['summary'], annotations['description']]) {
      expect(text).toMatch(/\S/);
      const named = [...String(text).matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
      expect(named.filter((label) => !labelsIn(expr).has(label))).toEqual([]);
    }
  });

  it('has a section in the runbooks, which says what to do', () => {
    expect(annotations['runbook_url']).toBe(`${RUNBOOKS}#${alert.toLowerCase()}`);
    const section = runbookSections.get(alert) ?? '';
    const parts = [...section.matchAll(/^\*\*([A-Z][a-z ]+)\.?\*\*/gm)].map(([, part]) => part);
    expect(parts).toEqual(['Users notice', 'Look closer', 'Mend', 'Do nothing']);
  });
});
