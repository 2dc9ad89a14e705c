import { type WebhookKeySet, verify } from '@catch-data/sdk/webhooks';
import { isCatchDataError } from '@catch-data/sdk';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { request } from './request.js';

interface Answer {
  readonly status: number;
  readonly delay_seconds: number;
}

export interface Receiver {
  readonly id: string;
  readonly url: string;
  /** What it answers from now on. */
  readonly answer: Answer;
  readonly received: number;
  readonly created_at: string;
  readonly expires_at: string;
}

export interface ReceivedLine {
  readonly number: number;
  readonly at: string;
  readonly answered: Answer;
  readonly body_bytes: number;
  readonly webhook_id: string | null;
  readonly type: string | null;
}

export interface ReceivedRequest extends ReceivedLine {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly is_cut: boolean;
}

const EVERY_MS = 2_000;

export const receiversQuery = queryOptions({
  queryKey: ['receivers', 'list'],
  queryFn: async ({ signal }) =>
    (await call<{ readonly data: readonly Receiver[] }>('GET', '/portal/receivers', { signal })).data,
});

export const receiverQuery = (id: string) =>
  queryOptions({
    queryKey: ['receivers', 'one', id],
    queryFn: ({ signal }) => call<Receiver>('GET', `/portal/receivers/${id}`, { signal }),
  });

/** What it received of late, the newest first; looked at all the time. */
export const receivedQuery = (id: string) =>
  queryOptions({
    queryKey: ['receivers', 'received', id],
    queryFn: async ({ signal }) => {
      const path = `/portal/receivers/${id}/requests`;
      return (await call<{ readonly data: readonly ReceivedLine[] }>('GET', path, { signal })).data;
    },
    refetchInterval: EVERY_MS,
  });

export const receivedRequestQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['receivers', 'received', id, number],
    queryFn: ({ signal }) => call<ReceivedRequest>('GET', `/portal/receivers/${id}/requests/${number}`, { signal }),
    // It never changes.
    staleTime: Infinity,
  });

export const makeReceiver = (idempotencyKey: string): Promise<Receiver> =>
  call('POST', '/portal/receivers', { idempotencyKey });
export const setAnswer = (id: string, answer: Answer): Promise<Receiver> =>
  call('PATCH', `/portal/receivers/${id}`, { body: answer });
export const deleteReceiver = (id: string): Promise<void> => call('DELETE', `/portal/receivers/${id}`);

const keysQuery = queryOptions({
  queryKey: ['webhook-keys'],
  queryFn: ({ signal }) => request<WebhookKeySet>('GET', '/.well-known/webhook-keys', { signal }),
  staleTime: 60_000,
});

/** `unchecked`: this browser cannot, or the body is not there as a whole. */
export type Signature = 'good' | 'bad' | 'none' | 'unchecked';

/** Whether our public key verifies a request, as a server of one's own would find out. */
export const signatureQuery = (id: string, received: ReceivedRequest) =>
  queryOptions({
    queryKey: ['receivers', 'signature', id, received.number],
    queryFn: async ({ client }): Promise<Signature> => {
      if (received.webhook_id === null) return 'none';
      if (received.is_cut || !globalThis.isSecureContext) return 'unchecked';
      const keys = await client.ensureQueryData(keysQuery);
      return signatureOf(received, keys);
    },
    staleTime: Infinity,
  });

const signatureOf = async ({ headers, body }: ReceivedRequest, keys: WebhookKeySet): Promise<Signature> => {
  try {
    await verify(Object.fromEntries(headers), body, keys, { toleranceSeconds: Infinity });
    return 'good';
  } catch (error) {
    return isCatchDataError(error, 'sdk.webhook_signature') ? 'bad' : 'unchecked';
  }
};
