/** The RFC 6901 pointer to a path; the empty text is the whole document. */
export const jsonPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
