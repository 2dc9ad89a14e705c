// Loads test files and what they import as Node does, each module once in a worker, where jest's own runtime loads all of
// them anew into a VM for every test file. Only jest-circus is loaded for every file, as it holds the file's tests.
const { createRequire } = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');
const { sourceMaps } = require('./typescript-hooks.cjs');

const CIRCUS_STATE = 'JEST_STATE_SYMBOL';
const CIRCUS_GLOBALS = [Symbol.for('EVENT_HANDLERS'), Symbol.for('TEST_TIMEOUT_SYMBOL')];

const imported = new Set();
let runs = 0;

/** The tests of the file before, with everything that they hold. */
const dropCircus = () => {
  const states = Object.getOwnPropertySymbols(globalThis).filter((symbol) => symbol.description === CIRCUS_STATE);
  for (const symbol of [...states, ...CIRCUS_GLOBALS]) delete globalThis[symbol];
};

class SharedRuntime extends Runtime {
  requireInternalModule(from) {
    delete require.cache[from];
    dropCircus();
    return require(from);
  }

  requireModule(from, name) {
    return name === undefined ? require(from) : createRequire(from)(name);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    globalThis.jest = this.jestGlobals.cjsGlobals(path).jest;
    const url = pathToFileURL(path);
    // In watch mode a file runs again, and has to be loaded again for that.
    if (imported.has(path)) url.search = String(++runs);
    imported.add(path);
    return import(url.href);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  teardown() {
    super.teardown();
    dropCircus();
  }
}

module.exports = SharedRuntime;
