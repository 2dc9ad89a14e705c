import { z } from 'zod';
import { instantSchema } from './shared.js';

export const auditRecordedV1 = z
  .object({
    id: z.string().meta({ description: 'The entry’s id in the audit log.' }),
    occurred_at: instantSchema,
    action: z.string().meta({ description: 'A fact with its subject, such as `webhook_endpoint.created`.' }),
    account_id: z.string().nullable().meta({ description: 'The account that it concerns.' }),
    actor_id: z.string().nullable().meta({
      description: 'The key, client or person who did it; null for what a service does by itself.',
    }),
    target_id: z.string().nullable().meta({ description: 'The object that the action was applied to.' }),
    address: z.string().nullable().meta({ description: 'The IP address that the request came from.' }),
    request_id: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Never contains a secret.' }),
  })
  .meta({
    description:
      'Something happened that a security team wants to know. The gateway adds it to the audit log. The subject is ' +
      'what it was done to.',
  });

export type AuditRecordedV1 = z.infer<typeof auditRecordedV1>;
