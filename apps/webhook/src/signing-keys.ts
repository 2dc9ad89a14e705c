import { signingKeysCommand } from './signing/signing-keys-command.js';

const { exitCode, text } = await signingKeysCommand(process.argv.slice(2));
(exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = exitCode;
