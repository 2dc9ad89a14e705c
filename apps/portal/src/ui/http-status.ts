import type { Tone } from './badge.js';

/** The colour of an answer's status; null is a client that left before the answer began. */
export const toneOfStatus = (status: number | null): Tone =>
  status === null || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
