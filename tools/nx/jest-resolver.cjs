// './x.js' in a TypeScript source means './x.ts'; files under node_modules are left alone.
module.exports = (request, options) => {
  if (request.startsWith('.') && request.endsWith('.js') && !options.basedir.includes('/node_modules/')) {
    try {
      return options.defaultResolver(`${request.slice(0, -3)}.ts`, options);
    } catch {
      // A real .js file.
    }
  }
  return options.defaultResolver(request, options);
};
