import { EventPublisher, TopicPresence } from '@cds/kafka';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { Kafka } from 'kafkajs';
import { BoardAnnouncements } from './board-announcements.store.js';
import { BOARDS_TOPIC, publishBoard, publishDeletedBoard } from './publish-boards.js';

const EVERY_MS = 1_000;
const BATCH = 500;

/** Publishes the boards that there are, the newest state of each, and which ones are gone. */
@Injectable()
export class BoardAnnouncer {
  private readonly topic: TopicPresence;
  private readonly task: RecurringTask;

  constructor(
    private readonly boards: BoardAnnouncements,
    private readonly publisher: EventPublisher,
    private readonly clock: Clock,
    kafka: Kafka,
    background: BackgroundWork,
  ) {
    this.topic = new TopicPresence(kafka, BOARDS_TOPIC);
    this.task = background.recurring({
      name: 'board-announcements',
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
    while (!signal.aborted && (await this.changed()) === BATCH);
    while (!signal.aborted && (await this.deleted()) === BATCH);
  }

  private async changed(): Promise<number> {
    const due = await this.boards.due(BATCH);
    if (due.length === 0 || !(await this.topic.isThere())) return 0;
    await this.publisher.publish(BOARDS_TOPIC, due.map(publishBoard));
    await this.boards.published(due, this.clock.now());
    return due.length;
  }

  private async deleted(): Promise<number> {
    const due = await this.boards.deleted(BATCH);
    if (due.length === 0 || !(await this.topic.isThere())) return 0;
    await this.publisher.publish(BOARDS_TOPIC, due.map(publishDeletedBoard));
    await this.boards.publishedDeletions(due);
    return due.length;
  }
}
