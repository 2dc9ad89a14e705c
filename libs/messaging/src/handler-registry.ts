import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { BatchContext } from './batch-context.js';
import type { ReceivedEvent } from '@cds/kafka';

/** What `ConsumeEvents` says of a handler besides its topic. */
export interface HandlerExtras {
  /** The types of events that it gets; undefined for all. */
  readonly types?: readonly string[];
}

/** The handlers of a service by topic, in the order in which they were declared. */
export class HandlerRegistry {
  private readonly handlers = new Map<string, MessageHandler[]>();

  get topics(): string[] {
    return [...this.handlers.keys()];
  }

  add(topic: string, handler: MessageHandler): void {
    this.handlers.set(topic, [...(this.handlers.get(topic) ?? []), handler]);
  }

  /**
   * Runs each handler of a topic with the events of its types, one after the other; one that has none is passed over.
   * The first failure ends it.
   */
  async dispatch(topic: string, events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    const handlers = this.handlers.get(topic);
    if (handlers === undefined) throw new Error(`No handler consumes ${topic}`);
    for (const handler of handlers) {
      const { types } = (handler.extras ?? {}) as HandlerExtras;
      const wanted = types === undefined ? events : events.filter(({ type }) => types.includes(type));
      if (wanted.length === 0) continue;
      const result: unknown = await handler(wanted, context);
      if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
    }
  }
}
