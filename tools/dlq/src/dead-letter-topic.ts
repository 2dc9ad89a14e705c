import { withAdmin } from '@cds/kafka';
import type { Kafka } from 'kafkajs';

/** A topic of messages of `origin` that `service` could not process. */
export interface DeadLetterTopic {
  readonly name: string;
  readonly origin: string;
  readonly service: string;
}

export const deadLetterTopicOf = (name: string): DeadLetterTopic | undefined => {
  const [, origin, service] = /^(.+)\.([^.]+)\.dlq$/.exec(name) ?? [];
  return origin === undefined || service === undefined ? undefined : { name, origin, service };
};

/** The dead-letter topics of a cluster, by name: all, or those of one origin, of one service. */
export const findDeadLetterTopics = async (
  kafka: Kafka,
  wanted: { topic?: string | undefined; service?: string | undefined },
): Promise<DeadLetterTopic[]> => {
  const names = await withAdmin(kafka, (admin) => admin.listTopics());
  return names
    .sort()
    .flatMap((name) => deadLetterTopicOf(name) ?? [])
    .filter(({ name, origin }) => wanted.topic === undefined || wanted.topic === origin || wanted.topic === name)
    .filter(({ service }) => wanted.service === undefined || wanted.service === service);
};
