import { runService } from '@cds/service-kit';
import { readConfig } from './config.js';
import { leaderboardService } from './service.js';

await runService(() => leaderboardService(readConfig()));
