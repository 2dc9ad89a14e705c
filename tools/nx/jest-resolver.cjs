const { join } = require('node:path');

/** Loaded once for each process, by jest-environment.cjs. */
const NATIVE = new Set(['argon2', 'sodium-native']);

// './x.js' in a TypeScript source means './x.ts'; files under node_modules are left alone.
module.exports = (request, options) => {
  if (NATIVE.has(request)) return join(__dirname, 'native', `${request}.cjs`);
  if (request.startsWith('.') && request.endsWith('.js') && !options.basedir.includes('/node_modules/')) {
    try {
      return options.defaultResolver(`${request.slice(0, -3)}.ts`, options);
    } catch {
      // A real .js file.
    }
  }
  return options.defaultResolver(request, options);
};
