export { appsWithMigrations, databaseName, migratedApp, type MigratedApp } from './migrated-apps.js';
export { ensureDatabase } from './ensure-database.js';
export { databaseOf, withDatabase } from './database-url.js';
export { create, drift } from './schema-tools.js';
export { deploy } from './deploy.js';
export type { DeployOptions } from './deploy-options.js';
export { status, type MigrationStatus } from './status.js';
export { ensureServiceRole, type ServiceRole } from './service-role.js';
