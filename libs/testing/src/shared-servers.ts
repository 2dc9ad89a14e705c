/** What the servers of a test run are, as the global setup hands it to every test process. */
export interface SharedServers {
  /** Of the database `postgres`. */
  postgresUrl: string;
  kafkaBrokers: string[];
  /** Apps whose template database could be migrated, and why the others could not. */
  templates: Record<string, { database: string } | { problem: string }>;
}

export const SHARED_SERVERS = 'CDS_TEST_SERVERS';

export const sharedServers = (): SharedServers => {
  const text = process.env[SHARED_SERVERS];
  if (!text)
    throw new Error("This test needs PostgreSQL and Kafka: use integrationPreset in the project's jest.config.mjs.");
  return JSON.parse(text) as SharedServers;
};
