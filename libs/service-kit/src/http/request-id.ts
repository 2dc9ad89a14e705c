import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SANE_ID = /^[A-Za-z0-9._\-:+]{1,128}$/;
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The sender's `X-Request-Id` if it is a sane one, else a new id. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && SANE_ID.test(sent) ? sent : randomUUID();
};

/** Whether it is a W3C traceparent of the version that is written here. */
export const isTraceparent = (text: string): boolean => TRACEPARENT.test(text);

/** The sender's W3C `traceparent` if it is valid, else the start of a new trace. */
export const traceparentOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const sent = headers['traceparent'];
  return typeof sent === 'string' && isTraceparent(sent) ? sent : newTraceparent();
};

/** The start of a new W3C trace, sampled. */
export const newTraceparent = (): string => {
  const trace = randomUUID().replaceAll('-', '');
  const span = randomUUID().replaceAll('-', '').slice(8, 24);
  return `00-${trace}-${span}-01`;
};
