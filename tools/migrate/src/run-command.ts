import { relative } from 'node:path';
import type { Command } from './cli-arguments.js';
import { reasonOf } from './connected.js';
import { deploy } from './deploy.js';
import { ensureDatabase } from './ensure-database.js';
import type { MigratedApp } from './migrated-apps.js';
import { ensureServiceRole, type ServiceRole } from './service-role.js';
import { create, drift } from './schema-tools.js';
import { type MigrationStatus, status } from './status.js';

export interface CommandResult {
  text: string;
  isFine: boolean;
}

interface CommandContext {
  app: MigratedApp;
  url: string;
  /** Of the migration to create. */
  name: string;
  /** The role that what is in the app's database is given to; undefined leaves it to its owner. */
  role: ServiceRole | undefined;
  /** Receives a line about what takes time. */
  onProgress: (line: string) => void;
}

const described = (found: MigrationStatus): string =>
  (['pending', 'edited', 'unknown'] as const)
    .filter((kind) => found[kind].length > 0)
    .map((kind) => `${kind}: ${found[kind].join(', ')}`)
    .join('; ') || 'up to date';

const runDeploy = async ({ app, url, role, onProgress }: CommandContext): Promise<CommandResult> => {
  await ensureDatabase(url);
  const applied = await deploy({ schemaPath: app.schemaPath, url }, { onProgress });
  if (role) await ensureServiceRole(url, role);
  return { text: applied.length > 0 ? `applied ${applied.join(', ')}` : 'up to date', isFine: true };
};

const runStatus = async ({ app, url }: CommandContext): Promise<CommandResult> => {
  const found = await status({ schemaPath: app.schemaPath, url });
  // A database may be ahead of this version while another one is rolled out.
  return { text: described(found), isFine: found.pending.length + found.edited.length === 0 };
};

const runCreate = async ({ app, url, name }: CommandContext): Promise<CommandResult> => {
  const folder = await create(name, { schemaPath: app.schemaPath, url });
  return {
    text: folder ? `wrote ${relative(process.cwd(), folder)}` : 'the migrations already make what the schema says',
    isFine: true,
  };
};

const runDrift = async ({ app, url }: CommandContext): Promise<CommandResult> => {
  const sql = await drift({ schemaPath: app.schemaPath, url });
  return sql === ''
    ? { text: 'migrations and schema agree', isFine: true }
    : { text: `migrations lack:\n${sql}`, isFine: false };
};

const RUN: Record<Command, (context: CommandContext) => Promise<CommandResult>> = {
  deploy: runDeploy,
  status: runStatus,
  create: runCreate,
  drift: runDrift,
};

/** Never rejects: what goes wrong with one app is its result, and the others have theirs. */
export const runCommand = async (command: Command, context: CommandContext): Promise<CommandResult> => {
  try {
    return await RUN[command](context);
  } catch (error) {
    return { text: reasonOf(error), isFine: false };
  }
};
