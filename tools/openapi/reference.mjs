// What the page of the reference shows beside the document: how to call each operation, examples of lists, and an
// example of each problem. Generators of clients have no use for it, and it would be a quarter of the document.
import { sdkAndCurlSamples } from './code-samples.mjs';

/** Takes the examples of lists out of the document; returns them by operation. */
const takeLists = (document) => {
  const lists = {};
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    const content = operation.responses['200']?.content?.['application/json'];
    if (!Array.isArray(content?.example?.data)) continue;
    lists[operation.operationId] = content.example;
    delete content.example;
  }
  return lists;
};

/** Takes the examples of problems and lists out of the document; returns them, with samples, by where they belong. */
export const takeReference = (document) => {
  const { examples, responses } = document.components;
  const shown = {};
  for (const [name, { content }] of Object.entries(responses)) {
    const problem = content?.['application/problem+json'];
    if (!problem) continue;
    shown[name] = Object.keys(problem.examples);
    delete problem.examples;
  }
  const codes = new Set(Object.values(shown).flat());
  const problems = Object.fromEntries(Object.entries(examples).filter(([code]) => codes.has(code)));
  for (const code of codes) delete examples[code];
  return { samples: sdkAndCurlSamples(document), lists: takeLists(document), problems, shown };
};
