import type {
  CreateWebhookBody,
  GetWebhookDeliveryParams,
  GetWebhookParams,
  GetWebhookStatsParams,
  ListDeliveriesParams,
  ListEventTypesParams,
  ListWebhookDeliveriesParams,
  ListWebhooksParams,
  RecoverWebhookBody,
  ReplayWebhookBody,
  RotateWebhookSecretBody,
  UpdateWebhookBody,
} from '../openapi/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** Endpoints that are told of events. */
export class Webhooks extends Resource {
  /** The account’s endpoints. */
  list(params?: ListWebhooksParams, options?: RequestOptions) {
    return this.api.list('listWebhooks', [], params, options);
  }

  /** One endpoint. */
  get(id: string, params?: GetWebhookParams, options?: RequestOptions) {
    return this.api.call('getWebhook', { ids: [id], params }, options);
  }

  /** Adds an endpoint. Its `secret` is in this answer alone. */
  create(body: CreateWebhookBody, options?: CreateOptions) {
    return this.api.callForSecret('createWebhook', { body }, 'secret', options);
  }

  /** Changes the fields that the patch names. */
  update(target: Target, body: UpdateWebhookBody, options?: ChangeOptions) {
    return this.api.change('updateWebhook', [target], body, options);
  }

  /** Deletes an endpoint. */
  delete(target: Target, options?: ChangeOptions) {
    return this.api.remove('deleteWebhook', [target], options);
  }

  /** Every type of event with its JSON Schema and an example. */
  eventTypes(params?: ListEventTypesParams, options?: RequestOptions) {
    return this.api.list('listEventTypes', [], params, options);
  }

  /** Sends to a disabled endpoint again. */
  enable(id: string, options?: CreateOptions) {
    return this.api.call('enableWebhook', { ids: [id] }, options);
  }

  /** Makes a new `secret`; the old one goes on signing beside it for a while. */
  rotateSecret(id: string, body: RotateWebhookSecretBody = {}, options?: CreateOptions) {
    return this.api.callForSecret('rotateWebhookSecret', { ids: [id], body }, 'secret', options);
  }

  /** Sends a `ping`. */
  test(id: string, options?: CreateOptions) {
    return this.api.call('testWebhook', { ids: [id] }, options);
  }

  /** Sends everything again that failed since a time, in the background. */
  recover(id: string, body: RecoverWebhookBody, options?: CreateOptions) {
    return this.api.call('recoverWebhook', { ids: [id], body }, options);
  }

  /** Sends what the endpoint never got since a time, in the background. */
  replay(id: string, body: ReplayWebhookBody, options?: CreateOptions) {
    return this.api.call('replayWebhook', { ids: [id], body }, options);
  }

  /** The endpoint’s messages. */
  deliveries(id: string, params?: ListWebhookDeliveriesParams, options?: RequestOptions) {
    return this.api.list('listWebhookDeliveries', [id], params, options);
  }

  /** Success rate and latencies, in total and by hour. */
  stats(id: string, params?: GetWebhookStatsParams, options?: RequestOptions) {
    return this.api.call('getWebhookStats', { ids: [id], params }, options);
  }

  /** A recovery and its progress. */
  getRecovery(id: string, options?: RequestOptions) {
    return this.api.call('getWebhookRecovery', { ids: [id] }, options);
  }

  /** A replay and its progress. */
  getReplay(id: string, options?: RequestOptions) {
    return this.api.call('getWebhookReplay', { ids: [id] }, options);
  }

  /** The public keys of `v1a` signatures. */
  signingKeys(options?: RequestOptions) {
    return this.api.call('listWebhookSigningKeys', {}, options);
  }
}

/** Messages to endpoints. */
export class Deliveries extends Resource {
  /** The messages to all endpoints of the account. */
  list(params?: ListDeliveriesParams, options?: RequestOptions) {
    return this.api.list('listDeliveries', [], params, options);
  }

  /** One message with every attempt. */
  get(id: string, params?: GetWebhookDeliveryParams, options?: RequestOptions) {
    return this.api.call('getWebhookDelivery', { ids: [id], params }, options);
  }

  /** Sends one message again, under its id. */
  resend(id: string, options?: CreateOptions) {
    return this.api.call('resendWebhookDelivery', { ids: [id] }, options);
  }
}
