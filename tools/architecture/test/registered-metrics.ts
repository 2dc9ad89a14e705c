import { collectDefaultMetrics, Registry } from 'prom-client';
import { filesUnder, textOf } from './repository.js';

export interface RegisteredMetric {
  readonly name: string;
  readonly kind: 'Counter' | 'Gauge' | 'Histogram' | 'Summary';
  readonly labels: readonly string[];
  /** The file that makes it; undefined for those of every Node process. */
  readonly file?: string;
}

const isSource = (file: string): boolean => /\/src\/.*\.ts$/.test(file) && !file.endsWith('.spec.ts');

/** The sources of services and libraries, by path. */
export const productSources = (): ReadonlyMap<string, string> =>
  new Map([...filesUnder('apps'), ...filesUnder('libs')].filter(isSource).map((file) => [file, textOf(file)]));

/** The metrics that the product itself makes. Throws for one whose name or labels cannot be read from its source. */
export const ownMetrics = (sources: ReadonlyMap<string, string>): RegisteredMetric[] =>
  [...sources]
    .filter(([, text]) => text.includes(" from 'prom-client'"))
    .flatMap(([file, text]) =>
      [...text.matchAll(/new (?:\w+\.)?(Counter|Gauge|Histogram|Summary)\b/g)].map(({ 1: kind, index }) => ({
        kind: kind as RegisteredMetric['kind'],
        name: nameAt(text, index) ?? fail(file, 'name'),
        labels: labelsAt(text, index) ?? fail(file, 'labels'),
        file,
      })),
    );

/** The metrics of every Node process, which the product registers as well. */
export const defaultMetrics = async (): Promise<RegisteredMetric[]> => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = await registry.getMetricsAsJSON();
  return metrics.map(({ name, type }) => ({
    name,
    kind: KINDS[String(type)] ?? fail(name, 'kind'),
    labels: (registry.getSingleMetric(name) as unknown as { labelNames: readonly string[] }).labelNames,
  }));
};

const KINDS: Readonly<Record<string, RegisteredMetric['kind']>> = {
  counter: 'Counter',
  gauge: 'Gauge',
  histogram: 'Histogram',
  summary: 'Summary',
};

const fail = (where: string, what: string): never => {
  throw new Error(`${where} makes a metric whose ${what} cannot be read`);
};

/** The object that a metric is made from. */
const optionsAt = (text: string, index: number): string => {
  const begin = text.indexOf('{', index);
  let depth = 0;
  for (let end = begin; end < text.length; end += 1) {
    if (text[end] === '{') depth += 1;
    if (text[end] === '}') depth -= 1;
    if (depth === 0) return text.slice(begin, end + 1);
  }
  return '';
};

/** Written in place, as a constant of the file, or as the argument of the function around it. */
const nameAt = (text: string, index: number): string | undefined => {
  const options = optionsAt(text, index);
  const [, literal] = /\bname: '(\w+)'/.exec(options) ?? [];
  const [, constant] = /\bname: ([A-Z_]+)\b/.exec(options) ?? [];
  if (literal !== undefined) return literal;
  if (constant !== undefined) return new RegExp(`\\bconst ${constant} = '(\\w+)'`).exec(text)?.[1];
  if (!/\bname,/.test(options)) return undefined;
  return [...text.slice(0, index).matchAll(/\bonce\(\s*'(\w+)'/g)].at(-1)?.[1];
};

const labelsAt = (text: string, index: number): string[] | undefined => {
  const options = optionsAt(text, index);
  if (!options.includes('labelNames')) return [];
  const list = (/\blabelNames: \[([^\]]*)\]/.exec(options) ?? /\bconst labelNames = \[([^\]]*)\]/.exec(text))?.[1];
  return list === undefined ? undefined : [...list.matchAll(/'(\w+)'/g)].map(([, label = '']) => label);
};

/** The time series of a metric, with the labels of each. */
export const seriesOf = ({ name, kind, labels }: RegisteredMetric): [string, readonly string[]][] => {
  if (kind !== 'Histogram') return [[name, labels]];
  return [
    [`${name}_bucket`, [...labels, 'le']],
    [`${name}_sum`, labels],
    [`${name}_count`, labels],
  ];
};
