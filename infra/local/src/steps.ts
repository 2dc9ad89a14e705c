import { ensureAccounts, type Keys } from './accounts.js';
import { readCredentials } from './credentials.js';
import type { DataFolder } from './data-folder.js';
import { inRepository } from './repository.js';
import { runNode } from './run-node.js';
import { databaseUrl } from './service-environment.js';

/** Applies every service's migrations and says how many were new. */
export const migrate = async (postgresUrl: string): Promise<string> => {
  const output = await runNode(inRepository('tools', 'migrate', 'run.mjs'), ['deploy', '--url', postgresUrl]);
  // Lines of progress come before the line that says how a database ended.
  const ends = output.split('\n').filter((line) => / (applied .+|up to date)$/.test(line));
  const applied = ends.filter((line) => line.includes(' applied ')).length;
  return `${ends.length} databases, ${applied === 0 ? 'up to date' : `${applied} migrated`}`;
};

/** Brings the species catalogue to the data that comes with the repository. */
export const seedSpecies = async (postgresUrl: string): Promise<string> => {
  const output = await runNode(inRepository('apps', 'species', 'dist', 'seed.js'), [], {
    DATABASE_URL: databaseUrl(postgresUrl, 'species'),
  });
  return (output.trim().split('\n').at(-1) ?? '').replace(/^species: /, '');
};

/** Brings the topics to infra/kafka/topics.json. In a process of its own: what it loads would stay in this one. */
export const makeTopics = async (brokers: readonly string[], isOwnBroker: boolean): Promise<string> => {
  const output = await runNode(inRepository('infra', 'local', 'dist', 'topics-cli.js'), [
    '--brokers',
    brokers.join(','),
    ...(isOwnBroker ? ['--replication-factor', '1'] : []),
  ]);
  const lines = output.trim().split('\n');
  const changes = lines.filter((line) => /^(created|grown|altered): /.test(line));
  const counts = changes.map((line) => `${line.split(',').length} ${line.split(':')[0]}`);
  // Its first sentence is enough here.
  const fewerReplicas = lines.filter((line) => line.startsWith('replicas: ')).map((line) => line.split('.', 1)[0]);
  return counts.length > 0 ? [...counts, ...fewerReplicas].join(', ') : 'up to date';
};

const withoutPort = (url: string): string => {
  const shown = new URL(url);
  shown.port = '';
  return shown.href;
};

/**
 * The keys of the last start, unless they are for accounts in another database. Our own may have moved to another port.
 */
const keptKeys = (folder: DataFolder, postgresUrl: string): Partial<Keys> | undefined => {
  const kept = readCredentials(folder.credentials);
  if (!kept?.database_url || withoutPort(kept.database_url) !== withoutPort(postgresUrl)) return undefined;
  return {
    ...(kept.api_key && { admin: kept.api_key }),
    ...(kept.reviewer_key && { reviewer: kept.reviewer_key }),
    ...(kept.portal_password && { portalPassword: kept.portal_password }),
  };
};

export const makeAccounts = (folder: DataFolder, postgresUrl: string): Promise<Keys> =>
  ensureAccounts(databaseUrl(postgresUrl, 'gateway'), keptKeys(folder, postgresUrl));
