export { freePort } from './free-port.js';
export { type KafkaOptions, type KafkaServer, startKafka } from './kafka.js';
export { type PostgresOptions, type PostgresServer, startPostgres } from './postgres.js';
