import { AppError } from '@cds/errors';

export const deliveryNotFound = (id: string): AppError =>
  new AppError({
    code: 'webhook_delivery.not_found',
    kind: 'not-found',
    message: `There is no webhook delivery ${id}.`,
  });
