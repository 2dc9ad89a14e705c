/**
 * The first `length` characters of a text that PostgreSQL can store, in JSON too: it takes neither NUL nor half of a
 * surrogate pair, which a cut may leave. Both become U+FFFD.
 */
export const storableText = (text: string, length: number): string =>
  text.slice(0, length).replaceAll('\0', '\u{fffd}').toWellFormed();
