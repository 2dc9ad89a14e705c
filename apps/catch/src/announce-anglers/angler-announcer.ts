import { EventPublisher, TopicPresence } from '@cds/kafka';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { Kafka } from 'kafkajs';
import { AnglerAnnouncements } from './angler-announcements.store.js';
import { ANGLERS_TOPIC, publishKnownAngler } from './publish-known-anglers.js';

const EVERY_MS = 1_000;
const BATCH = 500;

/** Publishes which anglers there are, and which ones were erased. */
@Injectable()
export class AnglerAnnouncer {
  private readonly topic: TopicPresence;
  private readonly task: RecurringTask;

  constructor(
    private readonly anglers: AnglerAnnouncements,
    private readonly publisher: EventPublisher,
    kafka: Kafka,
    background: BackgroundWork,
  ) {
    this.topic = new TopicPresence(kafka, ANGLERS_TOPIC);
    this.task = background.recurring({
      name: 'angler-announcements',
      everyMs: EVERY_MS,
      jitter: true,
      run: (signal) => this.announce(signal),
    });
  }

  /** Looks now instead of at the next interval. */
  wake(): void {
    this.task.runSoon();
  }

  private async announce(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.some()) === BATCH);
  }

  private async some(): Promise<number> {
    const due = await this.anglers.due(BATCH);
    if (due.length === 0 || !(await this.topic.isThere())) return 0;
    await this.publisher.publish(ANGLERS_TOPIC, due.map(publishKnownAngler));
    await this.anglers.published(due);
    return due.length;
  }
}
