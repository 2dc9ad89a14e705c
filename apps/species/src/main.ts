import { runService } from '@cds/service-kit';
import { readConfig } from './config.js';
import { speciesService } from './service.js';

await runService(() => speciesService(readConfig()));
