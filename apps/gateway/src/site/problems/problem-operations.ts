import type { ProblemCode } from '@cds/contracts';
import { dataOf } from '../data-of.js';

export interface ProblemOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Where the reference describes it. */
  readonly url: string;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly [string];
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

const nameIn = (ref = ''): string => ref.slice(ref.lastIndexOf('/') + 1);

/** What every description of an answer but those of the operations' own means: any operation may answer so. */
const SHARED = ['BadRequest', 'Unauthorized', 'Forbidden', 'TooManyRequests', 'AnyOtherProblem'];

/** Tells which operations answer with a problem. */
export const problemOperations = (): {
  readonly answering: (code: ProblemCode) => 'any' | readonly ProblemOperation[];
} => {
  const { paths } = dataOf('openapi.json') as { paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };
  const { shown } = dataOf('reference.json') as { shown: Readonly<Record<string, readonly ProblemCode[]>> };
  const anywhere = new Set(SHARED.flatMap((name) => shown[name] ?? []));
  const found = new Map<ProblemCode, ProblemOperation[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, one] of Object.entries(methods)) {
      const codes = new Set(Object.values(one.responses).flatMap(({ $ref }) => shown[nameIn($ref)] ?? []));
      for (const code of codes) found.set(code, [...(found.get(code) ?? []), operationAt(path, method, one)]);
    }
  return { answering: (code) => (anywhere.has(code) ? 'any' : (found.get(code) ?? [])) };
};

const operationAt = (path: string, method: string, { operationId, summary, tags }: Described): ProblemOperation => ({
  id: operationId,
  method: method.toUpperCase(),
  path,
  summary,
  url: `/docs/#tag/${slug(tags[0])}/${method.toUpperCase()}${path}`,
});

const slug = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-');
