import { setFlagsFromString } from 'node:v8';
import { runService } from '@cds/service-kit';
import { readConfig } from './config.js';
import { leaderboardService } from './service.js';

// What a batch of moves holds reaches the old generation, where hundreds of thousands of first entries are kept. V8
// lets that grow by about half between two collections, and marking took a quarter of the processor time (ADR 107).
setFlagsFromString('--heap-growing-percent=200');

await runService(() => leaderboardService(readConfig()));
