/**
 * What was thrown, as text for a log line or an operator: the message of an error, and anything else as a string. Not
 * for callers of the API, who should see `AppError.message` alone.
 */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
