// What the page of the reference shows beside the document: how to call each operation, examples of lists, and which
// problems each answer stands for. Generators of clients have no use for it, and it would be a quarter of the document.
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

/**
 * Takes the examples of lists out of the document; returns them, with samples, and with the problems that each answer
 * of the components stands for.
 */
export const takeReference = (document, shown) => ({
  samples: sdkAndCurlSamples(document),
  lists: takeLists(document),
  shown,
});
