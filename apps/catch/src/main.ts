import { runService } from '@cds/service-kit';
import { readConfig } from './config.js';
import { catchService } from './service.js';

await runService(() => catchService(readConfig()));
