import { parseCommandLine, UsageError } from './parse-command-line.js';

const OPTIONS = { name: { type: 'string' }, all: { type: 'boolean', default: false } } as const;

it('a command line has options and positional arguments, in any order', () => {
  const { values, positionals } = parseCommandLine(['list', '--name', 'catch', 'more'], OPTIONS);
  expect({ ...values }).toEqual({ name: 'catch', all: false });
  expect(positionals).toEqual(['list', 'more']);
});

it.each([
  [['--colour'], "Unknown option '--colour'"],
  [['--name'], "Option '--name <value>' argument missing"],
  [['--all=yes'], "Option '--all' does not take an argument"],
])('%j is a usage error that says why', (argv, message) => {
  const parse = () => parseCommandLine(argv, OPTIONS);
  expect(parse).toThrow(UsageError);
  expect(parse).toThrow(message);
});
