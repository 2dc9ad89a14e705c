// What the page of the reference shows beside the document: how to call each operation, examples of lists and of what
// writes return, and which problems each response stands for. Generators of clients have no use for it, and it would
// be a quarter of the document.
import { sdkAndCurlSamples } from './code-samples.mjs';

const SUCCESSES = ['200', '201', '202'];

/**
 * Takes the examples of lists and of what writes return out of the document; returns them by operation. Those of single
 * objects that are read stay.
 */
const takeExamples = (document) => {
  const examples = {};
  for (const methods of Object.values(document.paths))
    for (const [method, { operationId, responses }] of Object.entries(methods)) {
      const content = SUCCESSES.map((status) => responses[status]?.content?.['application/json']).find(Boolean);
      if (content?.example === undefined || (method === 'get' && !Array.isArray(content.example.data))) continue;
      examples[operationId] = content.example;
      delete content.example;
    }
  return examples;
};

/**
 * Takes examples out of the document; returns them, with samples, and with the problems that each response of the
 * components stands for.
 */
export const takeReference = (document, shown) => ({
  samples: sdkAndCurlSamples(document),
  examples: takeExamples(document),
  shown,
});
