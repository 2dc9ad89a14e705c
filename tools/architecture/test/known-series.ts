import { rules } from './monitoring-files.js';
import { type Matcher, namesIn } from './promql.js';
import { defaultMetrics, ownMetrics, productSources, seriesOf } from './registered-metrics.js';
import { SERVICES } from './repository.js';

const sources = productSources();

/** The sources of the product, as one text. */
export const code = [...sources.values()].join('\n');

/** The metrics that the product itself makes. */
export const own = ownMetrics(sources);

interface Series {
  readonly labels: readonly string[];
  /** Where the values of its labels are written. */
  readonly source: string;
}

/** What Prometheus adds to each series of a target. */
const OF_TARGETS = ['job', 'instance', 'namespace'];
/** Labels whose values come from whoever uses a metric. */
const OF_USERS = ['priority', 'work', 'check', 'topic'];

const OF_PROMETHEUS: [string, Series][] = [
  ['up', { labels: [], source: '' }],
  ['ALERTS', { labels: ['alertname', 'alertstate', 'severity'], source: "'firing' 'pending'" }],
];

const registered = [...own, ...(await defaultMetrics())].flatMap((metric) =>
  seriesOf(metric).map(([series, labels]): [string, Series] => [
    series,
    { labels, source: sources.get(metric.file ?? '') ?? '' },
  ]),
);

/** A recording rule's series have the labels that its expression groups by. */
const recorded = rules.flatMap(({ record, expr }): [string, Series][] =>
  record === undefined ? [] : [[record, { labels: namesIn(expr).grouping, source: code }]],
);

const known = new Map([...registered, ...OF_PROMETHEUS, ...recorded]);

export const isKnown = (series: string): boolean => known.has(series);

/** The labels that series of an expression may have. */
export const labelsIn = (expr: string): Set<string> =>
  new Set([...OF_TARGETS, ...namesIn(expr).selectors.flatMap(({ series }) => known.get(series)?.labels ?? [])]);

/** What an expression names that nobody registers: series, labels, and values of labels. */
export const unknownIn = (expr: string): string[] => {
  const { selectors, grouping } = namesIn(expr);
  const labels = labelsIn(expr);
  return [
    ...selectors.flatMap(({ series, matchers }) =>
      known.has(series) ? matchers.flatMap((matcher) => unknownOf(series, matcher)) : [series],
    ),
    ...grouping.filter((label) => !labels.has(label)),
  ];
};

const unknownOf = (series: string, { label, values = [] }: Matcher): string[] => {
  if (!labelsIn(series).has(label)) return [`${series}{${label}}`];
  return values.filter((value) => !isValue(series, label, value)).map((value) => `${series}{${label}="${value}"}`);
};

/** Whether the product calls something so: a text or the name of a property. Statuses are numbers. */
const isValue = (series: string, label: string, value: string): boolean => {
  if (label === 'job') return SERVICES.some((service) => service === value);
  const source = OF_USERS.includes(label) ? code : (known.get(series)?.source ?? '');
  return /^\d+$/.test(value) || new RegExp(`'${value}'|\\b${value}:`).test(source);
};
