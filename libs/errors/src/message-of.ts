/**
 * What was thrown, as text for a log line or an operator: the message of an error, and anything else as a string. It may
 * say what no caller of the API should see; `AppError.message` is what is safe to show.
 */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
