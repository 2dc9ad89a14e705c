/** What stands where a reference leads. */
export const resolved = (document, one) =>
  one.$ref === undefined
    ? one
    : one.$ref
        .slice(2)
        .split('/')
        .reduce((at, name) => at[name], document);
