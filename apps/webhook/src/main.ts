import { runService } from '@cds/service-kit';
import { readConfig } from './config.js';
import { webhookService } from './service.js';

await runService(() => webhookService(readConfig()));
