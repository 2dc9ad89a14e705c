import { TOPICS } from '@cds/contracts';
import { type BatchContext, ConsumeEvents, EventConsumer } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';
import { Dispatcher } from '../deliveries/dispatch/dispatcher.js';
import { ErasedAnglers } from '../erasure/erased-anglers.js';
import { FeedTail } from '../feed/event-stream/feed-tail.js';
import { FanOutWorker } from './fan-out-worker.js';
import { MessageWriter } from './message-writer.js';
import { erasedAnglersIn, webhookEventsOf } from './webhook-events-of.consumer.js';

/** Messages are as certain as the offset: both are written by one transaction. Sending begins once it is committed. */
@EventConsumer()
export class EnqueueDeliveries {
  constructor(
    private readonly messages: MessageWriter,
    private readonly erased: ErasedAnglers,
    private readonly dispatcher: Dispatcher,
    private readonly feed: FeedTail,
    private readonly fanOuts: FanOutWorker,
  ) {}

  /** Only owners get events about catches, so they get them as they read their catches. */
  @ConsumeEvents(TOPICS.catchOwnerEvents)
  onCatchEvents(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    return this.queue(events, context);
  }

  /** What a catch service of the previous release published; see `formerCatchEvents`. */
  @ConsumeEvents(TOPICS.catchEvents)
  onFormerCatchEvents(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    return this.queue(events, context);
  }

  @ConsumeEvents(TOPICS.leaderboardEvents)
  onLeaderboardEvents(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    return this.queue(events, context);
  }

  @ConsumeEvents(TOPICS.speciesEvents)
  onSpeciesEvents(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    return this.queue(events, context);
  }

  /** What happened to an endpoint reaches the other endpoints of its account. */
  @ConsumeEvents(TOPICS.webhookEvents)
  onWebhookEvents(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    return this.queue(events, context);
  }

  private async queue(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    await this.erased.note(context.tx, erasedAnglersIn(events));
    const { leased, queuedFor, hasFanOut } = await this.messages.write(
      context.tx,
      webhookEventsOf(events),
      (receivers) => this.dispatcher.admit(receivers),
    );
    // What is sent before the commit is on the disk has the same id when a crash has it made once more.
    context.commitAsynchronously();
    context.afterCommit(() => {
      this.dispatcher.sendLeased(leased);
      this.feed.wake();
      if (queuedFor.length > 0) this.dispatcher.wake(queuedFor);
      if (hasFanOut) this.fanOuts.wake();
    });
  }
}
