// Lets plain Node load the TypeScript of this repository: compiled by swc, which decorators need, and cached on disk.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { registerHooks } = require('node:module');
const { dirname, join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const swc = require('@swc/core');
const swcOptions = require('./swc-options.cjs');

const CACHE = join(__dirname, '..', '..', 'node_modules', '.cache', 'cds-tests');
const JEST_GLOBALS = pathToFileURL(join(__dirname, 'jest-globals.mjs')).href;
const VARIANT = `${swc.version} ${JSON.stringify(swcOptions)}`;

/** Where the source map of a loaded module is, by the module's URL. Jest reads them to show positions in the sources. */
const sourceMaps = new Map();

const writeAtomically = (file, text) => {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
};

const compile = (file, source, compiled) => {
  const { code, map } = swc.transformSync(source, { ...swcOptions, filename: file, sourceMaps: true });
  mkdirSync(dirname(compiled), { recursive: true });
  writeAtomically(`${compiled}.map`, map);
  writeAtomically(compiled, code);
};

const loadTypeScript = (url) => {
  const file = fileURLToPath(url);
  const source = readFileSync(file, 'utf8');
  const compiled = join(CACHE, `${createHash('sha1').update(`${VARIANT}\0${file}\0${source}`).digest('hex')}.js`);
  if (!existsSync(compiled)) compile(file, source, compiled);
  sourceMaps.set(url, `${compiled}.map`);
  return { format: 'module', source: readFileSync(compiled, 'utf8'), shortCircuit: true };
};

const isOurs = (url = '') => url.startsWith('file:') && !url.includes('/node_modules/');

/** './x.js' in a TypeScript source means './x.ts', unless there is a real x.js. */
const sourceOf = (specifier, parentURL) => {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js') || !isOurs(parentURL)) return undefined;
  const url = new URL(`${specifier.slice(0, -3)}.ts`, parentURL);
  return existsSync(url) ? url.href : undefined;
};

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === '@jest/globals') return { url: JEST_GLOBALS, format: 'module', shortCircuit: true };
    const source = sourceOf(specifier, context.parentURL);
    if (source) return { url: source, format: 'module', shortCircuit: true };
    if (!specifier.startsWith('@cds/')) return nextResolve(specifier, context);
    return nextResolve(specifier, { ...context, conditions: ['@cds/source', ...context.conditions] });
  },
  load(url, context, nextLoad) {
    const isTypeScript = isOurs(url) && new URL(url).pathname.endsWith('.ts');
    return isTypeScript ? loadTypeScript(url) : nextLoad(url, context);
  },
});

module.exports = { sourceMaps };
