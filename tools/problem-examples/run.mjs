#!/usr/bin/env node
// `npm run problem-examples -- FOLDER`: takes the examples of problems in the API's reference from answers that tests
// were given. Record them first: `CDS_RECORD_PROBLEMS=FOLDER npm test`, or only the tests that matter. Examples that
// are still answered so stay as they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonText, ROOT } from '../generated-files.mjs';
import { chosen } from './choose.mjs';
import { publicForm } from './public-form.mjs';

const DATA = join(ROOT, 'apps', 'gateway', 'data');
const FILE = join(DATA, 'problem-examples.json');

const folder = process.argv[2];
if (folder === undefined) throw new Error('name the folder that CDS_RECORD_PROBLEMS named');

const readJson = (name) => JSON.parse(readFileSync(join(DATA, name), 'utf8'));

const { paths } = readJson('openapi.json');
const { shown } = readJson('reference.json');

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, responses }]) => ({
    operationId,
    path,
    method: method.toUpperCase(),
    pattern: new RegExp(`^(/api)?${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    codes: new Set(Object.values(responses).flatMap(({ $ref = '' }) => shown[$ref.split('/').at(-1)] ?? [])),
  })),
);
const routeOf = ({ method, path }) => {
  const found = operations.find((one) => one.method === method && one.pattern.test(path.split('?')[0]));
  return { operation: found?.operationId, template: found?.path ?? '' };
};
const answersOf = (id) => operations.find(({ operationId }) => operationId === id)?.codes ?? new Set();

const answers = readdirSync(folder)
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
  .map((line) => JSON.parse(line))
  .map((answer) => ({ ...answer, ...routeOf(answer) }));

const current = readJson('problem-examples.json');
const { kept, picked } = chosen(answers, answersOf, current);
const tests = new Set(answers.map(({ from, test }) => `${from} ${test}`));
// Tests that did not run say nothing about their examples.
const unheard = current.filter((one) => !kept.includes(one) && !tests.has(`${one.from} ${one.test}`));
const taken = new Set(unheard.map(({ code, operation }) => `${code} ${operation}`));
const added = picked
  .map(({ from, test, operation, body }) => ({ code: body.code, operation, from, test, problem: publicForm(body) }))
  .filter(({ code, operation }) => !taken.has(`${code} ${operation}`));
const orderOf = ({ code, operation = '' }) => `${code} ${operation}`;
const all = [...kept, ...unheard, ...added].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
writeFileSync(FILE, jsonText(all));
console.log(`${all.length} examples, ${added.length} of them new`);
