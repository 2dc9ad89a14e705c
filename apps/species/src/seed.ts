import { seedCommand } from './catalogue/seed-catalogue/seed-command.js';

const { exitCode, text } = await seedCommand(process.argv.slice(2));
(exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = exitCode;
