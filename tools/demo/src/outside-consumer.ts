import { type Consumer, Kafka, logLevel } from 'kafkajs';

export interface OutsideEvent {
  partition: number;
  offset: string;
  key: string;
  headers: Record<string, string>;
}

/** Another team's consumer: a group of its own that reads the published facts of one catch. */
export class OutsideConsumer {
  readonly seen: OutsideEvent[] = [];
  private readonly consumer: Consumer;

  constructor(brokers: string[]) {
    this.consumer = new Kafka({ brokers, clientId: 'demo', logLevel: logLevel.NOTHING }).consumer({
      groupId: `demo-${process.pid}-${Date.now()}`,
    });
  }

  async start(topic: string): Promise<void> {
    await this.consumer.connect();
    await this.consumer.subscribe({ topic, fromBeginning: true });
    await this.consumer.run({
      eachMessage: async ({ partition, message }) => {
        const headers = Object.fromEntries(
          Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
        );
        this.seen.push({ partition, offset: message.offset, key: String(message.key), headers });
      },
    });
  }

  of(key: string): OutsideEvent[] {
    return this.seen.filter((event) => event.key === key);
  }

  stop(): Promise<void> {
    return this.consumer.disconnect();
  }
}
