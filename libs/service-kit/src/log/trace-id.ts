/** The trace-id of a W3C traceparent. */
export const traceIdOf = (traceparent: string | null): string | undefined => traceparent?.slice(3, 35);
