import type { ProblemHelp } from '../problem-help.js';

/** How to deal with problems of webhooks and events. */
export const WEBHOOK_HELP = {
  'webhook.not_found': {
    causes: ['The id is wrong or belongs to another account.', 'The endpoint was deleted.'],
    remedy: 'List the endpoints with `GET /v1/webhooks` and use an `id` from there: it begins with `we_`.',
    retry: 'after_fix',
  },
  'webhook.address_forbidden': {
    causes: ['The URL points to `localhost`, or to an address in a private network or a cloud’s metadata service.'],
    remedy:
      'Use an address that the internet can reach. For development, use a tunnel, or a local installation with ' +
      '`WEBHOOK_ALLOW_LOOPBACK=true`.',
    retry: 'after_fix',
  },
  'webhook.disabled': {
    causes: ['All deliveries failed for five days, the receiver answered 410, or somebody disabled the endpoint.'],
    remedy:
      'Read `disabled_reason`, repair the receiver, then `POST /v1/webhooks/{id}/enable`. `/recover` sends what ' +
      'failed, `/replay` what was never made.',
    retry: 'after_fix',
  },
  'webhook.limit': {
    causes: ['An endpoint is created for every user or test run and never deleted.'],
    remedy: 'Delete endpoints that are not used, and pass events on from one endpoint.',
    retry: 'after_fix',
  },
  'webhook.recovery_running': {
    causes: ['A recovery of the endpoint was started before and is still sending.'],
    remedy: 'Poll the recovery that runs. Start another one when its `status` is `completed`.',
    retry: 'when_ready',
  },
  'webhook_recovery.not_found': {
    causes: ['The id is wrong, or belongs to another endpoint or account.'],
    remedy: 'Use the `id` that starting the recovery answered: it begins with `rec_`.',
    retry: 'after_fix',
  },
  'webhook.replay_running': {
    causes: ['A replay for the endpoint was started before and is still sending.'],
    remedy: 'Poll the replay that runs. Start another one when its `status` is `completed`.',
    retry: 'when_ready',
  },
  'webhook_replay.not_found': {
    causes: ['The id is wrong, or belongs to another endpoint or account.'],
    remedy: 'Use the `id` that starting the replay answered: it begins with `rep_`.',
    retry: 'after_fix',
  },
  'webhook.secret_limit': {
    causes: ['The secret was rotated many times, with long overlaps.'],
    remedy: 'Wait until an earlier secret has ended, or rotate with `overlap_hours: 0`.',
    retry: 'when_ready',
  },
  'webhook_delivery.not_found': {
    causes: [
      'The id is wrong or belongs to another account.',
      'The id of the event was sent in place of the message’s.',
    ],
    remedy: 'Use an id from `GET /v1/webhooks/{id}/deliveries`, or the `webhook-id` header: it begins with `msg_`.',
    retry: 'after_fix',
  },
  'event.not_found': {
    causes: ['The event is older than 30 days.', 'The event is about what belongs to another account.'],
    remedy: 'List events with `GET /v1/events`, and keep those that you need for longer.',
    retry: 'never',
  },
  'event.gone': {
    causes: ['The client was offline for more than 30 days.', 'It connects with the credentials of another account.'],
    remedy: 'Read what you missed from `GET /v1/events`, then connect without `Last-Event-ID`.',
    retry: 'after_fix',
  },
  'receiver.not_found': {
    causes: ['The receiver is more than 24 hours old, or was deleted.', 'The address was cut off when it was copied.'],
    remedy: 'Create another receiver in the portal, under Webhooks, and change the URL of the endpoint to its address.',
    retry: 'never',
  },
  'receiver.limit': {
    causes: ['Three receivers of the account are less than 24 hours old.'],
    remedy: 'Use one of them for several endpoints, or delete one in the portal, under Webhooks.',
    retry: 'after_fix',
  },
} as const satisfies Record<string, ProblemHelp>;
