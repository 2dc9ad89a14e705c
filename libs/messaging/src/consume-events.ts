import { applyDecorators, Catch, type RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';

/** Binds handlers to `KafkaTransport` alone, whatever other transports the application has. */
export const KAFKA_BATCHES = Symbol('kafka-batches');

/** Nest would turn every failure into "Internal server error"; its fate depends on what it really is. */
@Catch()
export class KeepError implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * On a method of a Nest controller, `(events: readonly ReceivedEvent[], context: BatchContext) => Promise<void>`:
 * handles one batch (1 to 500 events of one partition, in order) inside the transaction that also stores the offsets.
 * A topic has one handler per service.
 */
export const ConsumeEvents =
  (topic: string): MethodDecorator =>
  (target, method, descriptor) => {
    applyDecorators(EventPattern<string>(topic, KAFKA_BATCHES), UseFilters(KeepError))(target, method, descriptor);
    // Nest passes nothing but the payload to a method whose parameters are not marked.
    Payload()(target, method, 0);
    Ctx()(target, method, 1);
  };
