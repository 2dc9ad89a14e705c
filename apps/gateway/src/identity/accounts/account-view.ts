import { entityTagOf } from '@cds/service-kit';
import type { StoredResponse } from '@cds/idempotency';
import { z } from 'zod';
import type { Account } from '../../generated/client.js';

const instant = z.iso.datetime({ precision: 3 });

/** An account as the API answers it. */
export const accountSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    email: z
      .string()
      .nullable()
      .meta({ description: 'The e-mail address. Null for accounts that the installation created for itself.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Account' });
export type AccountView = z.infer<typeof accountSchema>;

/** The fields of an account that its view shows. */
export type ShownAccount = Pick<Account, 'id' | 'name' | 'email' | 'createdAt' | 'updatedAt'>;

export const accountView = ({ id, name, email, createdAt, updatedAt }: ShownAccount): AccountView => ({
  id,
  name,
  email,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

/** The response to the request that created an account. */
export const addedAccount = (view: AccountView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/accounts/${view.id}`, etag: entityTagOf(view) },
  body: view,
});
