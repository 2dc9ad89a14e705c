import { bootstrapCommand } from './identity/accounts/bootstrap-accounts/bootstrap-command.js';

const { exitCode, text } = await bootstrapCommand(process.argv.slice(2));
(exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = exitCode;
