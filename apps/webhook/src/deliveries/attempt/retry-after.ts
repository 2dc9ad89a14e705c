// The three forms of RFC 9110, section 5.6.7; whatever else Date.parse would guess at is nonsense here.
const HTTP_DATES = [
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)([a-z]{3,6})?, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/,
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)([a-z]{3,6})?, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT$/,
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)([a-z]{3,6})? [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/,
];

/**
 * The seconds that a `Retry-After` header asks to wait; undefined for none and for nonsense. A past date asks for 0.
 */
export const retryAfterSeconds = (header: string | undefined, now: Date): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  if (!HTTP_DATES.some((form) => form.test(text))) return undefined;
  // Only asctime's form names no zone; it means UTC.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now.getTime()) / 1000);
};
