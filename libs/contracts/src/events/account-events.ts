import { z } from 'zod';
import { instantSchema, versionSchema } from './shared.js';

export const accountDeletedV1 = z.object({ id: z.string(), deleted_at: instantSchema, version: versionSchema }).meta({
  description:
    'An account is gone for good, with all of its keys and tokens: no call is made for it any more. ' +
    'Whoever keeps something of it ' +
    'stops what still happens in its name, and erases its anglers. The subject is the account.',
});

export type AccountDeletedV1 = z.infer<typeof accountDeletedV1>;
