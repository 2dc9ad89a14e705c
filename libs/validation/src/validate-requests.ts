import type { INestApplication } from '@nestjs/common';
import { SchemaPipe } from './schema.pipe.js';
import { UnitsGuard } from './units.guard.js';
import { UnknownQueryGuard } from './unknown-query.guard.js';
import { UnreadBodyGuard } from './unread-body.guard.js';

/** Validates the query, the path and the body of every request by the schemas of its handler. */
export const validateRequests = (app: INestApplication): void => {
  app.useGlobalGuards(new UnitsGuard(), new UnknownQueryGuard(), new UnreadBodyGuard());
  app.useGlobalPipes(new SchemaPipe());
};
