export { isReservationLost, stillRunning } from './idempotency.errors.js';
export { IdempotencyModule } from './idempotency.module.js';
export { IdempotencyStore, isReservation } from './idempotency.store.js';
export { IdempotentRequests, sendAnswer } from './idempotent-requests.js';
export { Idempotent } from './idempotent.decorator.js';
export { finishedWrite, HELD_RESERVATION, keepAnswer, type Reservation, type StoredResponse } from './reservation.js';
