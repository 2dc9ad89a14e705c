import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT, textOf } from './repository.js';

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly definition?: string }[];
  };
}

const RULES = 'infra/helm/catch-data-service/files/alerts.yml';
const DASHBOARDS = 'infra/monitoring/dashboards';
export const RUNBOOKS = 'docs/runbooks.md';

const { groups } = parse(textOf(RULES)) as { groups: { rules: Rule[] }[] };

export const rules = groups.flatMap((group) => group.rules);
export const alerts = rules.flatMap(({ alert, ...rule }) => (alert === undefined ? [] : [{ alert, ...rule }]));

export const dashboards = readdirSync(join(ROOT, DASHBOARDS)).map((file) => {
  const text = textOf(DASHBOARDS, file);
  return { file, text, ...(JSON.parse(text) as Dashboard) };
});

/** The expressions of a dashboard's panels and variables. */
export const expressionsOf = ({ panels, templating }: Dashboard): string[] => [
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...templating.list.flatMap(({ definition }) => (definition === undefined ? [] : [selectionOf(definition)])),
];

/** What `label_values(selector, label)` names, as PromQL. */
const selectionOf = (definition: string): string =>
  definition.replace(/^label_values\((.*), (\w+)\)$/, 'count by ($2) ($1)');

export const runbooks = textOf(RUNBOOKS);

/** The section of each alert. */
export const runbookSections = new Map(
  runbooks
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.split('\n', 1)[0] ?? '', text.split(/^## /m, 1)[0] ?? '']),
);
