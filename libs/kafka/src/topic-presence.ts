import type { Kafka } from 'kafkajs';
import { existingTopics } from './topic-watch.js';

const LOOK_AGAIN_MS = 5_000;

/**
 * Whether a topic exists: asked of Kafka once every few seconds until it does. What is sent to a missing topic is
 * retried for seconds, and holds up everything else that the same publisher has to send.
 */
export class TopicPresence {
  private isKnown = false;
  private nextLookAt = 0;

  constructor(
    private readonly kafka: Kafka,
    private readonly topic: string,
  ) {}

  /** False when Kafka is away, too. */
  async isThere(): Promise<boolean> {
    if (this.isKnown || performance.now() < this.nextLookAt) return this.isKnown;
    this.nextLookAt = performance.now() + LOOK_AGAIN_MS;
    this.isKnown = (await existingTopics(this.kafka, [this.topic]).catch(() => [])).length > 0;
    return this.isKnown;
  }
}
