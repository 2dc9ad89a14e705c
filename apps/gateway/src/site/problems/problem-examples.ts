import { readFileSync } from 'node:fs';
import type { ProblemCode } from '@cds/contracts';
import type { Problem } from '@cds/service-kit';

/** A problem as a test was answered with it; see `tools/problem-examples`. */
export interface ProblemExample {
  readonly code: ProblemCode;
  /** The operation that this one is the example of; without it, it is the example of the code everywhere else. */
  readonly operation?: string;
  readonly problem: Problem;
}

/** The address that stands in recorded examples for that of the installation. */
const RECORDED_ORIGIN = 'https://api.example.com';

const FILE = new URL('../../../data/problem-examples.json', import.meta.url);

/** All examples, with the addresses of this installation. */
export const problemExamples = (publicUrl: string): readonly ProblemExample[] => {
  const origin = JSON.stringify(new URL(publicUrl).origin).slice(1, -1);
  return JSON.parse(readFileSync(FILE, 'utf8').replaceAll(RECORDED_ORIGIN, origin)) as ProblemExample[];
};
