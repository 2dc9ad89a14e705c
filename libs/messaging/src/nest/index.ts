export { connectConsumers } from './connect-consumers.js';
export { KafkaModule } from './kafka.module.js';
