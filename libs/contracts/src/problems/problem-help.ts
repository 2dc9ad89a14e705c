/** Whether the same request may be sent again. */
export type RetryAdvice =
  /** It fails in the same way until the request or the data is corrected. */
  | 'after_fix'
  /** It succeeds when something that goes on by itself, or that somebody else does, has finished. */
  | 'when_ready'
  /** The answer says in `Retry-After` when to send it again. */
  | 'after_delay'
  /** Nothing was carried out, so that it can be sent again at once. */
  | 'at_once'
  /** It may have been carried out: read first, then decide. */
  | 'after_read'
  /** It fails in the same way for good. */
  | 'never';

/** What helps a developer who was answered with a problem. */
export interface ProblemHelp {
  /** The usual causes, most frequent first. */
  readonly causes: readonly [string, ...string[]];
  /** What to do about it. */
  readonly remedy: string;
  readonly retry: RetryAdvice;
}
