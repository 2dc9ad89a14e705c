import type { RunningStack } from './stack.js';

const row = (name: string, value: string): string => `  ${name.padEnd(12)} ${value}`;

const example = (baseUrl: string, key: string): string =>
  `curl ${baseUrl}/api/v1/catches -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d ` +
  `'{"species":"largemouth bass","weight_lbs":8.4}'`;

/** The short table at the end of a start. */
export const summary = (
  stack: RunningStack,
  at: { baseUrl: string; docsUrl: string | null; credentialsFile: string },
): string => {
  const rows = stack.keys
    ? [
        row('API', `${at.baseUrl}/api/v1`),
        ...(at.docsUrl ? [row('docs', at.docsUrl)] : []),
        row('portal', `${at.baseUrl}/`),
        row('sign in', `${stack.keys.portalEmail}  ${stack.keys.portalPassword}`),
        row('key', stack.keys.admin),
        row('more', at.credentialsFile),
        '',
        row('try', example(at.baseUrl, stack.keys.admin)),
      ]
    : [...stack.copies.map((copy) => row(copy.name, `http://127.0.0.1:${copy.port}`)), row('more', at.credentialsFile)];
  return ['', ...rows, ''].join('\n');
};
