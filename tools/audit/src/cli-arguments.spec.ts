import { readArguments, UsageError } from './cli-arguments.js';

const HASH = 'ab'.repeat(32);

it('a head is a position and a hash', () => {
  expect(readArguments(['verify'])).toEqual({ head: undefined });
  expect(readArguments(['verify', '--head', `12:${HASH}`])).toEqual({ head: { position: 12n, hash: HASH } });
  expect(readArguments(['--help'])).toBe('help');
});

it.each([[[]], [['check']], [['verify', 'more']], [['verify', '--head', '12']], [['verify', '--heads']]])(
  '%j is refused',
  (argv) => {
    expect(() => readArguments(argv)).toThrow(UsageError);
  },
);

it('without a command says which there is', () => {
  expect(() => readArguments([])).toThrow('Name a command: verify.');
});
