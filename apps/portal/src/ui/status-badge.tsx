import { Badge, type Tone } from './badge.js';

/** The status of an answer; null is a client that left before the answer began. */
export const StatusBadge = ({ status }: { readonly status: number | null }) => (
  <Badge tone={toneOf(status)}>{status ?? 'aborted'}</Badge>
);

const toneOf = (status: number | null): Tone =>
  status === null || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
