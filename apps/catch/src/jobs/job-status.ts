import { z } from 'zod';

/** How far an import or an export is, as the API answers it. */
export const jobStatusSchema = z.enum(['queued', 'running', 'completed', 'failed']);
