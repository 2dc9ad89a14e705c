import { seedCommand } from './catalogue/seed-catalogue/seed-command.js';
import { readSeedPhotosConfig } from './config.js';
import { seedPhotosCommand } from './photos/seed-photos/seed-photos-command.js';

const write = (line: string): void => void process.stdout.write(`${line}\n`);

const { exitCode, text } = await seedCommand(process.argv.slice(2), (file) =>
  seedPhotosCommand({ file, config: readSeedPhotosConfig(), write }),
);
(exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = exitCode;
