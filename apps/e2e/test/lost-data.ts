import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';

/** Deletes every record that a topic has now, as its retention does. */
export const dropRecords = async (brokers: string[], topic: string): Promise<void> => {
  const admin = new Kafka({ brokers, clientId: 'lost-data', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const ends = await admin.fetchTopicOffsets(topic);
    const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
    await admin.deleteTopicRecords({ topic, partitions });
  } finally {
    await admin.disconnect();
  }
};

/** Takes a database away from those who use it. */
export const dropDatabase = (server: string, database: string): Promise<void> =>
  onServer(server, (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));

/**
 * Makes `copy` of all that `database` holds, as a backup does, or as restoring one does. Whoever uses `database` loses
 * its connections for a moment.
 */
export const copyDatabase = (server: string, database: string, copy: string): Promise<void> =>
  onServer(server, async (client) => {
    await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    try {
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
      await client.query(`CREATE DATABASE ${copy} TEMPLATE ${database}`);
    } finally {
      await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    }
  });

const onServer = async (server: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
};
