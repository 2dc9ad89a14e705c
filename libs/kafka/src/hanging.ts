/** kafkajs is taken to hang after this long, which is longer than its attempts at one request take together. */
export const HANGS_AFTER_MS = 90_000;

/** Nobody waits longer for a connection to say goodbye. */
export const LEAVE_LIMIT_MS = 5_000;
