import { shownName, text, withReadOnly } from '@cds/validation';
import { z } from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD } from '../people/passwords/password-rules.js';

const MAX_NAME = 200;
const MAX_EMAIL = 254;

const name = shownName(MAX_NAME);
const email = text(MAX_EMAIL).check(z.email());

const password = text(MAX_PASSWORD).min(MIN_PASSWORD);

/** What answers have and bodies may not. */
const READ_ONLY = ['id', 'created_at', 'updated_at'];

export const addAccountBody = withReadOnly(
  z
    .strictObject({
      name,
      email: email.meta({ description: 'The e-mail address to contact.' }),
      password: password.optional().meta({
        description: 'If present, a person is created too, who signs in with this password and the e-mail address.',
      }),
    })
    .meta({ id: 'NewAccount' }),
  READ_ONLY,
);

export type AddAccount = z.infer<typeof addAccountBody>;

/** A JSON merge patch (RFC 7396). */
export const editAccountBody = withReadOnly(
  z.strictObject({ name: name.optional(), email: email.optional() }).meta({ id: 'AccountPatch' }),
  READ_ONLY,
);
export type EditAccount = z.infer<typeof editAccountBody>;
