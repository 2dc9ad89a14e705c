export type { BatchContext, VersionGap } from './batch-context.js';
export { ConsumeEvents } from './consume-events.js';
export { EventConsumer } from './event-consumer.decorator.js';
export { KafkaTransport, type KafkaTransportOptions } from './kafka-transport.js';
export { newestStates } from './newest-states.js';
export { type ConsumerPolicies, standardPolicies } from './policies/standard-policies.js';
export { untilKnown } from './until-known.js';
