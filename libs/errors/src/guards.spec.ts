import { AppError } from './app-error.js';
import { findAppError, hasCode, isKind } from './guards.js';

const deleted = new AppError({ code: 'catch.deleted', kind: 'gone', message: 'It was deleted.', detail: { at: 7 } });
const wrapped = new Error('outer', { cause: new Error('middle', { cause: deleted }) });

describe('an expected failure', () => {
  test('is found at any depth of causes', () => {
    expect(findAppError(deleted)).toBe(deleted);
    expect(findAppError(wrapped)).toBe(wrapped.cause && (wrapped.cause as Error).cause);
    expect(isKind(wrapped, 'gone')).toBe(true);
    expect(hasCode(wrapped, 'catch.deleted')).toBe(true);
  });

  test('is the outermost of several', () => {
    const outer = new AppError({ code: 'service.unavailable', kind: 'unavailable', message: 'Away.', cause: deleted });
    expect(findAppError(new Error('x', { cause: outer }))).toBe(outer);
    expect(isKind(outer, 'gone')).toBe(false);
  });

  test('is recognised by what it says, so that a second copy of the class does no harm', () => {
    const copy = { isAppError: true, code: 'catch.deleted', kind: 'gone' };
    expect(hasCode(copy, 'catch.deleted')).toBe(true);
  });

  test('keeps its cause, and an empty list where nothing is violated', () => {
    const error = new AppError({ code: 'internal.error', kind: 'unavailable', message: 'x', cause: wrapped });
    expect(error).toMatchObject({
      name: 'AppError',
      cause: wrapped,
      violations: [],
      detail: undefined,
      retryAfterSeconds: undefined,
    });
    expect('cause' in deleted).toBe(false);
  });
});

describe('a bug', () => {
  const circular = new Error('round');
  circular.cause = new Error('and round', { cause: circular });

  test.each([
    ['an error', new Error('x')],
    ['a text', 'x'],
    ['null', null],
    ['nothing', undefined],
    ['a circle of causes', circular],
  ])('%s is no expected failure', (_case, error) => {
    expect(findAppError(error)).toBeUndefined();
    expect(isKind(error, 'gone')).toBe(false);
    expect(hasCode(error, 'catch.deleted')).toBe(false);
  });
});
