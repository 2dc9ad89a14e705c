/** A time as milliseconds since 1970, to be rounded by whoever reads it. */
export const msOf = (time: string): string => `date_part('epoch', ${time}) * 1000`;
