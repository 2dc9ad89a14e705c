import { PROBLEMS } from './problems.js';
import { SCOPES, scopeSchema } from './scopes.js';
import { deadLetterTopic, TOPICS } from './topics.js';

test.each(Object.entries(PROBLEMS))(
  '%s has a dotted code, a title and an explanation in sentences',
  (code, { title, explanation }) => {
    expect(code).toMatch(/^[a-z_]+\.[a-z_]+$/);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(explanation).toMatch(/^[A-Z`].*\.$/);
  },
);

test('a scope is a resource and what may be done with it, or admin', () => {
  for (const scope of SCOPES) expect(scope).toMatch(/^([a-z]+:(read|write)|admin)$/);
  expect(scopeSchema.safeParse('catches:delete').success).toBe(false);
});

test('dead letters have a topic for each service', () => {
  expect(deadLetterTopic(TOPICS.catchEvents, 'webhook')).toBe('catch.events.webhook.dlq');
});
