import { SCOPES } from '@cds/contracts';
import { fieldsQuery } from '@cds/listing';
import { z } from 'zod';
import { accountListQuery } from '../../account-list.js';
import { GRANT_TYPES } from '../client-schemas.js';

const instant = z.iso.datetime({ precision: 3 });

/** An OAuth client as the API answers it. */
export const clientSchema = z
  .strictObject({
    id: z.string().meta({ description: 'The OAuth `client_id`.' }),
    account_id: z.string(),
    name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.enum(GRANT_TYPES)),
    scopes: z.array(z.enum(SCOPES)),
    confidential: z.boolean(),
    created_at: instant,
    updated_at: instant,
    created_by: z.string().nullable().meta({ description: 'The credential that created it, as for an API key.' }),
  })
  .meta({ id: 'OAuthClient' });

export const listClientsQuery = accountListQuery(clientSchema);
export const readClientQuery = fieldsQuery(clientSchema);
