import { applyDecorators, Catch, type RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import type { HandlerExtras } from './handler-registry.js';

/** Binds handlers to `KafkaTransport` alone, whatever other transports the application has. */
export const KAFKA_BATCHES = Symbol('kafka-batches');

/** Nest would turn every failure into "Internal server error"; its disposition depends on what it really is. */
@Catch()
export class KeepError implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * On a method of an `@EventConsumer()` class, `(events: readonly ReceivedEvent[], context: BatchContext) =>
 * Promise<void>`: handles a batch of events of `topic`, all of them or those of `types`, inside the transaction that
 * also stores the offsets.
 *
 * A batch holds at least one event and at most the transport's `maxBatch`. Its events may come from several partitions;
 * the events of one subject are in order. A topic may have several handlers in a service: they run one after the other,
 * in the order in which they are declared, in one transaction, so that all of them succeed or none.
 */
export const ConsumeEvents =
  (topic: string, ...types: readonly string[]): MethodDecorator =>
  (target, method, descriptor) => {
    const extras: HandlerExtras = types.length > 0 ? { types } : {};
    applyDecorators(EventPattern<string>(topic, KAFKA_BATCHES, extras), UseFilters(KeepError))(
      target,
      method,
      descriptor,
    );
    // Nest passes nothing but the payload to a method whose parameters are not marked.
    Payload()(target, method, 0);
    Ctx()(target, method, 1);
  };
