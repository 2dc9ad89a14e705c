/** A time as milliseconds since 1970: `date_part` has seconds, most of which a double does not hold exactly. */
export const msOf = (time: string): string => `round(date_part('epoch', ${time}) * 1000)`;
