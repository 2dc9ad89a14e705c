import type { MessagingLogger } from './messaging-logger.js';

/** For commands, which say themselves what went wrong. */
export const SILENT: MessagingLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
