import { setFlagsFromString } from 'node:v8';
import { runService } from '@cds/service-kit';
import { readConfig } from './config.js';
import { webhookService } from './service.js';

// The events of a batch reach the old generation while they are being stored. V8 lets that grow by about half between
// two collections, and marking took half of the processor time under load (ADR 107).
setFlagsFromString('--heap-growing-percent=200');

await runService(() => webhookService(readConfig()));
