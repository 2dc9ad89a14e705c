import { SCOPES } from '@cds/contracts';
import { z } from 'zod';
import { accountListQuery } from '../../account-list.js';

const instant = z.iso.datetime({ precision: 3 });

export const clientRefSchema = z.strictObject({ id: z.string(), name: z.string() });

/** What a person of the account allowed an app, as the API answers it. */
export const grantSchema = z
  .strictObject({
    id: z.string(),
    client: clientRefSchema,
    account_id: z.string(),
    person_id: z.string().meta({ description: 'The person who granted the access.' }),
    scopes: z.array(z.enum(SCOPES)),
    created_at: instant,
    expires_at: instant,
  })
  .meta({ id: 'OAuthGrant' });

export const listGrantsQuery = accountListQuery(grantSchema);
