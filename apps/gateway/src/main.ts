import { runService } from '@cds/service-kit';
import { readConfig } from './config.js';
import { gatewayService } from './service.js';

await runService(() => gatewayService(readConfig()));
