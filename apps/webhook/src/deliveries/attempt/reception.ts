import type { Reception } from '../dispatch/receiver-pace.js';
import { isSuccess } from './is-success.js';
import type { Outcome } from './answer-reader.js';

const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;

/** What the outcome of a request says about the load of its receiver. */
export const receptionOf = ({ answer, error }: Outcome): Reception => {
  // Nothing was sent.
  if (error === 'secret_unavailable' || error === 'address_blocked') return 'refused';
  if (answer === null) return 'overloaded';
  if (isSuccess(answer.status)) return 'taken';
  const isOverloaded = answer.status >= 500 || [REQUEST_TIMEOUT, TOO_MANY_REQUESTS].includes(answer.status);
  return isOverloaded ? 'overloaded' : 'refused';
};
