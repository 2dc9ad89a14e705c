import { deadLetterTopic } from '@cds/contracts';
import { createKafka, EventPublisher } from '@cds/kafka';
import { createTopics, testKafka, uniqueName } from '@cds/testing';
import { main } from '../src/index.js';

const ignore = (): void => undefined;
export const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
export const SERVICE = 'ledger';

/** What a command line prints, and how it ends. */
export const dlq = async (...argv: string[]): Promise<{ code: number; out: string; err: string }> => {
  const printed = { out: '', err: '' };
  const code = await main([...argv, '--brokers', testKafka().brokers.join(',')], {
    out: (text) => void (printed.out += `${text}\n`),
    err: (text) => void (printed.err += `${text}\n`),
  });
  return { code, ...printed };
};

export const newPublisher = (): EventPublisher =>
  new EventPublisher(createKafka({ brokers: testKafka().brokers, clientId: 'tests', logger: SILENT }), SILENT);

export const newTopic = async (): Promise<string> => {
  const topic = uniqueName('facts');
  const wanted = [topic, deadLetterTopic(topic, SERVICE)].map((name) => ({ topic: name, partitions: 1 }));
  await createTopics(testKafka().brokers, wanted);
  return topic;
};

/** Dead letters of a topic as a service writes them, one per number. */
export const writeDeadLetters = async (
  publisher: EventPublisher,
  topic: string,
  numbers: readonly number[],
): Promise<void> => {
  await publisher.send(
    deadLetterTopic(topic, SERVICE),
    numbers.map((number) => ({
      key: `subject_${number}`,
      value: JSON.stringify({ number }),
      headers: {
        ce_id: `evt_${number}`,
        ce_type: 'FactRecordedV1',
        dlq_error_code: 'request.rejected',
        dlq_error_message: 'This fact is refused.',
        dlq_origin_topic: topic,
        dlq_origin_partition: '2',
        dlq_origin_offset: String(100 + number),
        dlq_service: SERVICE,
        dlq_failed_at: `2026-11-21T09:00:0${number}.000Z`,
      },
    })),
  );
};
