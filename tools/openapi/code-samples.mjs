// How each operation is called: by the SDK, from code that its tests compile and run, and by curl.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { curlOf } from './curl.mjs';

const SAMPLES = join(import.meta.dirname, '..', '..', 'libs', 'sdk', 'samples');

const SAMPLE = /^export const (\w+) = async \(\w*:? ?\w*\): Promise<void> => \{\n([\s\S]*?)\n\};$/gm;
const IMPORT = /^import \{ ([\w, ]+) \} from '([^']+)';$/gm;

/** The imports that this code needs, without that of the client. */
const importsFor = (code, text) =>
  [...text.matchAll(IMPORT)]
    .map(([, names, from]) => [names.split(', ').filter((name) => new RegExp(`\\b${name}\\b`).test(code)), from])
    .filter(([names]) => names.length > 0)
    .map(([names, from]) => `import { ${names.join(', ')} } from '${from}';\n`);

const samplesIn = (text) =>
  [...text.matchAll(SAMPLE)].map(([, operationId, body]) => {
    const code = body.replace(/^ {2}/gm, '');
    const imports = importsFor(code, text).join('');
    return [operationId, imports && `${imports}\n`].concat(code);
  });

/** By operation id. */
export const sdkSamples = () =>
  new Map(
    readdirSync(SAMPLES)
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => samplesIn(readFileSync(join(SAMPLES, file), 'utf8')))
      .map(([operationId, imports, code]) => [operationId, imports + code]),
  );

/** OAuth is spoken by the SDK itself. */
const isOAuth = (path) => path.startsWith('/oauth/') || path.startsWith('/.well-known/oauth');

/** The samples of every operation, by its id. Fails for one that has none: each is to be shown. */
export const sdkAndCurlSamples = (document) => {
  const samples = sdkSamples();
  const missing = [];
  const shown = {};
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const source = samples.get(operation.operationId);
      if (source === undefined && !isOAuth(path)) missing.push(operation.operationId);
      shown[operation.operationId] = [
        ...(source === undefined ? [] : [{ lang: 'TypeScript', label: 'SDK', source }]),
        { lang: 'Shell', label: 'curl', source: curlOf(document, method, path, operation) },
      ];
    }
  }
  if (missing.length > 0) throw new Error(`no sample in libs/sdk/samples: ${missing.join(', ')}`);
  return shown;
};
