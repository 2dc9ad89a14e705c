import { AppError } from '@cds/errors';

export const deliveryNotFound = (id: string): AppError =>
  new AppError({
    code: 'webhook_delivery.not_found',
    kind: 'not-found',
    message: `There is no webhook delivery ${id}.`,
  });

export const endpointDisabled = (id: string): AppError =>
  new AppError({
    code: 'webhook.disabled',
    kind: 'conflict',
    message: `The webhook endpoint ${id} is disabled: enable it first.`,
  });

export const recoveryRunning = (endpointId: string): AppError =>
  new AppError({
    code: 'webhook.recovery_running',
    kind: 'conflict',
    message: `A recovery of the webhook endpoint ${endpointId} is not finished yet.`,
  });

export const replayRunning = (endpointId: string): AppError =>
  new AppError({
    code: 'webhook.replay_running',
    kind: 'conflict',
    message: `A replay of the webhook endpoint ${endpointId} is not finished yet.`,
  });

export const replayNotFound = (id: string): AppError =>
  new AppError({
    code: 'webhook_replay.not_found',
    kind: 'not-found',
    message: `There is no webhook replay ${id}.`,
  });

export const recoveryNotFound = (id: string): AppError =>
  new AppError({
    code: 'webhook_recovery.not_found',
    kind: 'not-found',
    message: `There is no webhook recovery ${id}.`,
  });
