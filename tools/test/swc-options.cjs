module.exports = {
  swcrc: false,
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
    keepClassNames: true,
    // Inlined, the helper of `await using` names a variable that does not exist when both a test and its clean-up fail.
    externalHelpers: true,
  },
  module: { type: 'es6' },
};
