/**
 * How long a request waits for the look-up of its key or session (ADR 39): longer than a statement of a busy server
 * takes, and short, as callers wait for it.
 */
export const LOOK_UP_MS = 6_500;
