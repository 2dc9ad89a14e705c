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

/** Empties every table of a database, but keeps its schema. */
export const emptyDatabase = async (server: string, database: string): Promise<void> => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables
       WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
    );
    await client.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')}`);
  } finally {
    await client.end();
  }
};
