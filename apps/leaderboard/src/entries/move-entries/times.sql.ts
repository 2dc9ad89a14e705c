/** Milliseconds since 1970 as a time, exact for all times that have whole ones. */
export const timeOf = (ms: string): string => `to_timestamp(${ms} / 1000)::timestamptz(3)`;

/** A time as milliseconds since 1970, to be rounded by who reads it. */
export const msOf = (time: string): string => `date_part('epoch', ${time}) * 1000`;
