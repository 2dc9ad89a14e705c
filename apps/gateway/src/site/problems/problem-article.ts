import {
  groupOfProblem,
  PROBLEM_HELP,
  PROBLEMS,
  type ProblemCode,
  type ProblemGroup,
  type RetryAdvice,
} from '@cds/contracts';
import type { Problem } from '@cds/service-kit';
import { problemExamples } from './problem-examples.js';
import { type ProblemOperation, problemOperations } from './problem-operations.js';
import { RETRY_WORDS } from './retry-words.js';

/** All that the page of a problem says, as JSON has it. */
export interface ProblemArticle {
  readonly code: ProblemCode;
  readonly type: string;
  readonly title: string;
  readonly group: ProblemGroup;
  /** Null for the few that no program is answered with. */
  readonly status: number | null;
  readonly explanation: string;
  readonly causes: readonly string[];
  readonly remedy: string;
  readonly retry: RetryAdvice;
  readonly retry_explanation: string;
  /** `any`: every operation of the API may answer with it. */
  readonly answered_by: 'any' | readonly ProblemOperation[];
  readonly example: Problem | null;
}

/** The articles about every problem, by code. */
export const problemArticles = (publicUrl: string): ReadonlyMap<string, ProblemArticle> => {
  const operations = problemOperations();
  const examples = new Map(
    problemExamples(publicUrl).flatMap(({ code, operation, problem }) => (operation ? [] : [[code, problem]])),
  );
  const codes = Object.keys(PROBLEMS) as ProblemCode[];
  return new Map(
    codes.map((code) => [
      code,
      articleOf(code, publicUrl, { example: examples.get(code) ?? null, answeredBy: operations.answering(code) }),
    ]),
  );
};

const articleOf = (
  code: ProblemCode,
  publicUrl: string,
  { example, answeredBy }: { example: Problem | null; answeredBy: ProblemArticle['answered_by'] },
): ProblemArticle => {
  const { title, explanation } = PROBLEMS[code];
  const { causes, remedy, retry } = PROBLEM_HELP[code];
  return {
    code,
    type: `${publicUrl}/problems/${code}`,
    title,
    group: groupOfProblem(code),
    status: example?.status ?? null,
    explanation,
    causes,
    remedy,
    retry,
    retry_explanation: RETRY_WORDS[retry],
    answered_by: answeredBy,
    example,
  };
};
