import { endSpan, failSpan, runIn, startSpan } from '@cds/tracing';
import type { DueMessage } from '../dispatch/due-messages.js';
import { isSuccess } from './is-success.js';
import type { Outcome } from './answer-reader.js';

/**
 * Makes the request of an attempt, with a span in the trace of the event. The span names the message and its endpoint,
 * and neither the URL, which may contain a secret, nor anything that the receiver answered but its status.
 */
export const inAttemptSpan = async <T extends { readonly outcome: Outcome }>(
  { id, eventId, endpointId, type, attemptCount, traceparent }: DueMessage,
  request: () => Promise<T>,
): Promise<T> => {
  const span = startSpan(`deliver ${type}`, {
    kind: 'client',
    parent: traceparent,
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': attemptCount,
      'messaging.message.id': id,
      'cds.event_id': eventId,
      'cds.endpoint_id': endpointId,
    },
  });
  try {
    const made = await runIn(span, request);
    const { answer, error } = made.outcome;
    const failed = answer !== null && !isSuccess(answer.status);
    const attributes = answer ? { 'http.response.status_code': answer.status } : {};
    endSpan(span, attributes, error ?? (failed ? String(answer.status) : undefined));
    return made;
  } catch (error) {
    failSpan(span, error);
    throw error;
  }
};
