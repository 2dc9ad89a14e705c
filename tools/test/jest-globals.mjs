// Stands in for `@jest/globals`. Modules stay loaded while test files come and go, so every use asks for the functions
// of the file that runs at that moment.
const ofThisFile = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _this, args) => globalThis[name](...args),
    get: (_target, key) => globalThis[name][key],
  });

export const [afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test] = [
  'afterAll',
  'afterEach',
  'beforeAll',
  'beforeEach',
  'describe',
  'expect',
  'it',
  'jest',
  'test',
].map(ofThisFile);
