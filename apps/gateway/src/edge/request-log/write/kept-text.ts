/**
 * The beginning of a text that PostgreSQL can store: it takes neither NUL nor half of a surrogate pair, which a cut may
 * leave.
 */
export const keptText = (text: string, length: number): string =>
  text.slice(0, length).replaceAll('\0', '\u{fffd}').toWellFormed();
