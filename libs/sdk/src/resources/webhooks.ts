import type { Choosing, FieldOf } from '../runtime/chosen.js';
import type {
  NewWebhookEndpoint,
  SecretRotation,
  TimeWindow,
  WebhookEndpointPatch,
} from '../openapi/generated/types.gen.js';
import type {
  GetWebhookDeliveryParams,
  GetWebhookParams,
  GetWebhookStatsParams,
  ListDeliveriesParams,
  ListEventTypesParams,
  ListWebhookDeliveriesParams,
  ListWebhooksParams,
  Operations,
} from '../openapi/generated/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import { waitFor, type WaitOptions } from '../runtime/jobs.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** Endpoints that events are sent to. */
export class Webhooks extends Resource {
  /** The account’s endpoints. */
  list<F extends FieldOf<ListWebhooksParams> = never>(
    params?: Choosing<ListWebhooksParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listWebhooks', [], params, options);
  }

  /** One endpoint. */
  get<F extends FieldOf<GetWebhookParams> = never>(
    id: string,
    params?: Choosing<GetWebhookParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.read('getWebhook', [id], params, options);
  }

  /** Adds an endpoint. Its `secret` is in this answer alone. */
  create(body: NewWebhookEndpoint, options?: CreateOptions) {
    return this.api.callForSecret('createWebhook', 'secret', [], body, options);
  }

  /** Changes the fields that the patch names. */
  update(target: Target, body: WebhookEndpointPatch, options?: ChangeOptions) {
    return this.api.change('updateWebhook', [target], body, options);
  }

  /** Deletes an endpoint. */
  delete(target: Target, options?: ChangeOptions) {
    return this.api.remove('deleteWebhook', [target], options);
  }

  /** Every type of event with its JSON Schema and an example. */
  eventTypes<F extends FieldOf<ListEventTypesParams> = never>(
    params?: Choosing<ListEventTypesParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listEventTypes', [], params, options);
  }

  /** Sends to a disabled endpoint again. */
  enable(id: string, options?: CreateOptions) {
    return this.api.call('enableWebhook', { ids: [id] }, options);
  }

  /** Makes a new `secret`; the old one goes on signing beside it for a while. */
  rotateSecret(id: string, body: SecretRotation = {}, options?: CreateOptions) {
    return this.api.callForSecret('rotateWebhookSecret', 'secret', [id], body, options);
  }

  /** Sends a `ping`. */
  test(id: string, options?: CreateOptions) {
    return this.api.call('testWebhook', { ids: [id] }, options);
  }

  /** Sends everything again that failed since a time, in the background. */
  recover(id: string, body: TimeWindow, options?: CreateOptions) {
    return this.api.post('recoverWebhook', [id], body, options);
  }

  /** Sends what the endpoint never got since a time, in the background. */
  replay(id: string, body: TimeWindow, options?: CreateOptions) {
    return this.api.post('replayWebhook', [id], body, options);
  }

  /** The endpoint’s messages. */
  deliveries<F extends FieldOf<ListWebhookDeliveriesParams> = never>(
    id: string,
    params?: Choosing<ListWebhookDeliveriesParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listWebhookDeliveries', [id], params, options);
  }

  /** Success rate and latencies, in total and by hour. */
  stats(id: string, params?: GetWebhookStatsParams, options?: RequestOptions) {
    return this.api.call('getWebhookStats', { ids: [id], params }, options);
  }

  /** A recovery and its progress. */
  getRecovery(id: string, options?: RequestOptions) {
    return this.api.read('getWebhookRecovery', [id], undefined, options);
  }

  /** A replay and its progress. */
  getReplay(id: string, options?: RequestOptions) {
    return this.api.read('getWebhookReplay', [id], undefined, options);
  }

  /** Reads a recovery until everything is sent again, and returns it. */
  waitForRecovery(id: string, options?: WaitOptions<Operations['getWebhookRecovery']>) {
    return waitFor((sent) => this.getRecovery(id, sent), options);
  }

  /** Reads a replay until everything is queued, and returns it. */
  waitForReplay(id: string, options?: WaitOptions<Operations['getWebhookReplay']>) {
    return waitFor((sent) => this.getReplay(id, sent), options);
  }

  /** The public keys of `v1a` signatures. */
  signingKeys(options?: RequestOptions) {
    return this.api.call('listWebhookSigningKeys', {}, options);
  }
}

/** Messages to endpoints. */
export class Deliveries extends Resource {
  /** The messages to all endpoints of the account. */
  list<F extends FieldOf<ListDeliveriesParams> = never>(
    params?: Choosing<ListDeliveriesParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listDeliveries', [], params, options);
  }

  /** One message with every attempt. */
  get<F extends FieldOf<GetWebhookDeliveryParams> = never>(
    id: string,
    params?: Choosing<GetWebhookDeliveryParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.read('getWebhookDelivery', [id], params, options);
  }

  /** Sends one message again, under its id. */
  resend(id: string, options?: CreateOptions) {
    return this.api.call('resendWebhookDelivery', { ids: [id] }, options);
  }
}
