export * from './broken-list-rules.js';
export { startKafka, type KafkaServer } from '@cds/local/kafka';
export { startPostgres, type PostgresServer } from '@cds/local/postgres';
export { eventually } from './eventually.js';
export { TestClock } from './test-clock.js';
export { testDatabase, type TestDatabase } from './test-database.js';
export { testIds } from './test-ids.js';
export { createTopics, testKafka } from './test-kafka.js';
export { uniqueName } from './unique-name.js';
