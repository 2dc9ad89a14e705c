import { testKafka, uniqueName } from '@cds/testing';
import { type Consumer, Kafka, logLevel } from 'kafkajs';

export interface Seen {
  key: string;
  headers: Record<string, string>;
  data: Record<string, unknown> & { version: number };
}

/** Another team's consumer: sees what is on a topic, as bytes and headers. */
export class Outside {
  readonly seen: Seen[] = [];

  private constructor(private readonly consumer: Consumer) {}

  static async listen(topic: string): Promise<Outside> {
    const outside = new Outside(
      new Kafka({ brokers: testKafka().brokers, clientId: 'outside', logLevel: logLevel.NOTHING }).consumer({
        groupId: uniqueName('outside'),
      }),
    );
    await outside.consumer.connect();
    await outside.consumer.subscribe({ topic, fromBeginning: true });
    await outside.consumer.run({
      eachMessage: async ({ message }) => {
        const headers = Object.fromEntries(
          Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
        );
        outside.seen.push({
          key: String(message.key),
          headers,
          data: JSON.parse(String(message.value)) as Seen['data'],
        });
      },
    });
    return outside;
  }

  /** What was published about one subject. */
  of(subject: string): Seen[] {
    return this.seen.filter(({ key }) => key === subject);
  }

  async stop(): Promise<void> {
    await this.consumer.disconnect();
  }
}
