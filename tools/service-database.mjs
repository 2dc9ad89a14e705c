// For commands that run a service's own program, on the running stack's database or that of DATABASE_URL.
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

export const fail = (message) => {
  console.error(message);
  process.exit(1);
};

/** The service's database; ends the command when none is known. The library is loaded when it is needed. */
export const databaseOf = async (service) => {
  const { serviceDatabaseUrl } = await import('@cds/command-line');
  try {
    return serviceDatabaseUrl(ROOT, service, process.env);
  } catch (error) {
    return fail(error.message);
  }
};
