import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProblemCode, PROBLEM_HELP, PROBLEMS } from '@cds/contracts';
import { problemSchema } from '@cds/openapi';
import { type ProblemExample, problemExamples } from './problem-examples.js';
import { problemOperations } from './problem-operations.js';

const ORIGIN = 'https://catches.test';
const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..');
const EXAMPLES = problemExamples(ORIGIN) as readonly (ProblemExample & { from: string; test: string })[];

/** What no test can be answered with at will, and why. */
const WITHOUT_EXAMPLE: { readonly [C in ProblemCode]?: string } = {
  'resource.conflict': 'two changes have to meet in the same moment',
  'form.stale': 'only pages answer so',
  'oauth_interaction.expired': 'only pages answer so',
  'provider.email_unverified': 'only pages answer so',
  'receiver.limit': 'only the portal answers so',
  'receiver.not_found': 'only the portal and its test receivers answer so',
};

describe('examples of problems', () => {
  it('are there for every code, or there is a reason', () => {
    const shown = new Set(EXAMPLES.filter(({ operation }) => !operation).map(({ code }) => code));
    const codes = Object.keys(PROBLEMS) as ProblemCode[];
    expect(codes.filter((code) => !shown.has(code)).sort()).toEqual(Object.keys(WITHOUT_EXAMPLE).sort());
  });

  it('stand once for each code and operation', () => {
    const names = EXAMPLES.map(({ code, operation }) => `${code} ${operation}`);
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
  });

  it('come from tests that are there', () => {
    const missing = EXAMPLES.filter(({ from, test }) => test === '' || !existsSync(join(ROOT, from)));
    expect(missing.map(({ from }) => from)).toEqual([]);
  });

  it('are of operations that the document says to answer so', () => {
    const { answering } = problemOperations();
    const answers = (code: ProblemCode, operation: string) => {
      const by = answering(code);
      return by === 'any' || by.some(({ id }) => id === operation);
    };
    expect(EXAMPLES.filter(({ code, operation }) => operation && !answers(code, operation))).toEqual([]);
  });

  it.each(EXAMPLES.map((one) => [one.code, one.operation ?? 'any operation', one.problem] as const))(
    'are problems: %s of %s',
    (code, _operation, problem) => {
      expect(problemSchema.strict().parse(problem)).toEqual(problem);
      expect(problem).toMatchObject({ code, title: PROBLEMS[code].title, type: `${ORIGIN}/problems/${code}` });
      // All that is wrong with a request is named, with the place.
      if (problem.status === 400 || problem.status === 422) expect(problem.errors).not.toHaveLength(0);
      // Ids, addresses and the id of the request are the same in every recording.
      expect(problem.request_id).toBe('6e0c3bb8-3f0a-4c43-9f0a-5b1f0d6f6a51');
      expect(JSON.stringify(problem)).not.toMatch(
        /localhost:\d|127\.0\.0\.1:\d|_0(?!1h455vb4pex5vsknk084sn02)[0-9a-z]{25}\b/,
      );
    },
  );
});

it.each(Object.entries(PROBLEM_HELP))('the help about %s is in sentences', (_code, { causes, remedy }) => {
  for (const text of [...causes, remedy]) {
    expect(text).toMatch(/^[A-Z`].*\.$/s);
    // Code is marked at both ends.
    expect(text.split('`').length % 2).toBe(1);
  }
});

it('the address of the installation stands in the examples in the place of the recorded one', () => {
  const recorded = readFileSync(join(ROOT, 'apps', 'gateway', 'data', 'problem-examples.json'), 'utf8');
  expect(recorded).toContain('https://api.example.com/problems/');
  expect(JSON.stringify(EXAMPLES)).not.toContain('https://api.example.com');
});
