import { RouteConfig } from '@nestjs/platform-fastify';

/**
 * The route, whose body is JSON, takes `Idempotency-Key`. Its handler keeps its answer with `finishedWrite` in the very
 * statement or transaction that writes, whenever the caller has a `reservation`.
 */
export const Idempotent = (): MethodDecorator => RouteConfig({ idempotent: true });
