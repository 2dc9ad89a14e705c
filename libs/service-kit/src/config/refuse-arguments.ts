/** Ends a command that takes no arguments if it was given some: with its help for `--help`, else with an error. */
export const refuseArguments = (help: string, args: readonly string[] = process.argv.slice(2)): void => {
  const [first] = args;
  if (first === undefined) return;
  const isHelp = first === '--help' || first === '-h';
  if (isHelp) process.stdout.write(`${help}\n`);
  else process.stderr.write(`There is no argument ${JSON.stringify(first)}.\n\n${help}\n`);
  process.exit(isHelp ? 0 : 1);
};
