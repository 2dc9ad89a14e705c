import { entityTagOf } from '@cds/service-kit';
import type { StoredResponse } from '@cds/idempotency';
import { z } from 'zod';

const instant = z.iso.datetime({ precision: 3 });

/** An account as the API answers it. */
export const accountSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable().meta({ description: 'Null for those that the installation made for itself.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Account' });
export type AccountView = z.infer<typeof accountSchema>;

export const ACCOUNT_COLUMNS = 'id, name, email, created_at, updated_at, deleted_at';

/** A row of `accounts` by these columns. */
export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

export const accountView = ({ id, name, email, created_at, updated_at }: AccountRow): AccountView => ({
  id,
  name,
  email,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** How a new account is answered. */
export const addedAccount = (view: AccountView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/accounts/${view.id}`, etag: entityTagOf(view) },
  body: view,
});
