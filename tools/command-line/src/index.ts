export { parseCommandLine, UsageError } from './parse-command-line.js';
export { valueOf } from './value-of.js';
export { localStack, type LocalStack } from './local-stack.js';
export { serviceDatabaseUrl } from './service-database-url.js';
export { CONSOLE, type Output } from './output.js';
