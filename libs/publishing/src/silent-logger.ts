import type { MessagingLogger } from '@cds/kafka';

/** For commands, which say themselves what went wrong. */
export const SILENT: MessagingLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
