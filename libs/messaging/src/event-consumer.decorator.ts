import { Controller } from '@nestjs/common';

/**
 * Marks a class whose methods consume events, each with `@ConsumeEvents`. List it among the `controllers` of its
 * module: Nest finds handlers of messages only there. It has no routes.
 */
export const EventConsumer = (): ClassDecorator => Controller();
