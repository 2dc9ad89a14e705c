// Copies what some programs need to run, and no more: node infra/docker/runtime-tree.mjs <target folder> <entry
// file>… With `--check` for a folder it copies nothing, and fails all the same when something is missing. Our own
// packages are followed file by file from the entries; a package of others is taken with what it depends on.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { init, parse } from 'es-module-lexer';

const ROOT = process.cwd();
const [target, ...entries] = process.argv.slice(2);

const isCheck = target === '--check';

/** Nothing reads these at run time. */
const isDeadWeight = (file, packageFolder) => {
  const path = relative(packageFolder, file).split(sep);
  if (path.length === 1 && /^(test|tests|__tests__|docs?|examples?|bench|benchmarks?|coverage|\.github)$/.test(path[0]))
    return true;
  if (/\.(map|d\.[mc]?ts|tsbuildinfo|md|markdown)$/.test(file) && !/^(licen[sc]e|notice|copying)/i.test(basename(file)))
    return true;
  // Prisma's client brings a query compiler for every database.
  return (
    packageFolder.endsWith(join('@prisma', 'client')) &&
    /query_(compiler|engine)/.test(basename(file)) &&
    !basename(file).includes('postgresql')
  );
};

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const packageName = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** The folder of a package as Node finds it from another folder; undefined when it is not installed. */
const folderOf = (name, from) => {
  for (let at = from; at.startsWith(ROOT); at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return undefined;
};

const copied = new Set();
const copyPackage = (folder) => {
  if (isCheck) return;
  mkdirSync(join(target, relative(ROOT, folder)), { recursive: true });
  cpSync(folder, join(target, relative(ROOT, folder)), {
    recursive: true,
    filter: (file) => !(file !== folder && basename(file) === 'node_modules') && !isDeadWeight(file, folder),
  });
};

const takeForeign = (folder) => {
  if (copied.has(folder)) return;
  copied.add(folder);
  copyPackage(folder);
  const needs = needsOf(manifestOf(folder));
  for (const [name, isOptional] of needs) {
    const found = folderOf(name, folder);
    if (found) takeForeign(found);
    else if (!isOptional) throw new Error(`${folder} needs ${name}, which is not installed`);
  }
};

/**
 * What a package names as needed, and whether it does without. Optional peers are left out: whoever uses one names it.
 */
const needsOf = ({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) =>
  new Map(
    [
      ...Object.keys(peerDependencies)
        .filter((name) => !peerDependenciesMeta[name]?.optional)
        .map((name) => [name, false]),
      ...Object.keys(dependencies).map((name) => [name, false]),
      ...Object.keys(optionalDependencies).map((name) => [name, true]),
    ].filter(([name]) => !name.startsWith('@types/')),
  );

const WORKSPACE_FILES = ['package.json', 'dist', 'data', 'prisma'];

/** A package of this repository, without its sources; its own imports are followed from the files that are reached. */
const takeWorkspace = (folder) => {
  if (copied.has(folder)) return;
  copied.add(folder);
  if (isCheck) return;
  for (const name of WORKSPACE_FILES) {
    const from = join(folder, name);
    if (existsSync(from))
      cpSync(from, join(target, relative(ROOT, from)), {
        recursive: true,
        filter: (file) => !isDeadWeight(file, folder),
      });
  }
};

const workspaceOf = (file) => {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
};

const isOurs = (folder) => !relative(ROOT, realpathSync(folder)).split(sep).includes('node_modules');

/** Where an import of one of our packages leads, by its own table of exports. */
const entryOf = (folder, specifier) => {
  const subpath = `.${specifier.slice(packageName(specifier).length)}`;
  const entry = manifestOf(folder).exports?.[subpath];
  const file = typeof entry === 'string' ? entry : entry?.default;
  if (!file) throw new Error(`${specifier} is not exported`);
  return resolve(folder, file);
};

const linkWorkspace = (link) => {
  if (isCheck) return;
  const at = join(target, relative(ROOT, link));
  if (existsSync(at)) return;
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(relative(dirname(link), realpathSync(link)), at);
};

const followed = new Set();
const follow = (file) => {
  if (followed.has(file)) return;
  followed.add(file);
  const workspace = workspaceOf(file);
  takeWorkspace(workspace);
  if (!isCheck && !existsSync(join(target, relative(ROOT, file)))) cpSync(file, join(target, relative(ROOT, file)));
  for (const { n: specifier } of parse(readFileSync(file, 'utf8'), file)[0]) {
    if (specifier === undefined) continue; // `import.meta`, or computed.
    if (specifier.startsWith('.')) follow(resolve(dirname(file), specifier));
    else if (!isBuiltin(specifier)) followPackage(specifier, file);
  }
};

const followPackage = (specifier, file) => {
  const folder = folderOf(packageName(specifier), dirname(file));
  if (!folder) throw new Error(`${file} needs ${specifier}, which is not installed`);
  if (!isOurs(folder)) return takeForeign(folder);
  linkWorkspace(folder);
  follow(entryOf(realpathSync(folder), specifier));
};

await init;
for (const entry of entries) follow(resolve(ROOT, entry));
