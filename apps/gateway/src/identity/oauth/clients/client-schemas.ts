import { scopeSchema } from '@cds/contracts';
import type { Violation } from '@cds/errors';
import { shownName, withReadOnly } from '@cds/validation';
import { z } from 'zod';
import { redirectUriSchema } from './redirect-uri.js';

export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const GRANT_TYPES = ['authorization_code', 'client_credentials', 'refresh_token', DEVICE_CODE_GRANT] as const;
const MAX_REDIRECT_URIS = 20;
const MAX_NAME = 200;

const each = <T>(item: z.ZodType<T>, max: number): z.ZodArray<z.ZodType<T>> =>
  z
    .array(item)
    .max(max)
    .check(({ value, issues }) => {
      if (new Set(value).size < value.length)
        issues.push({
          code: 'custom',
          input: value,
          message: 'must not have the same twice',
          params: { code: 'repeated' },
        });
    });

const fields = {
  name: shownName(MAX_NAME).meta({ description: 'The name that people see when the app asks for access.' }),
  redirect_uris: each(redirectUriSchema, MAX_REDIRECT_URIS).meta({
    description:
      'The URIs that browsers may be sent back to. They are compared exactly and must use https, or http on a ' +
      'loopback address, where any port matches (RFC 8252).',
  }),
  grant_types: each(z.enum(GRANT_TYPES), GRANT_TYPES.length).min(1),
  scopes: each(scopeSchema, scopeSchema.options.length)
    .min(1)
    .meta({ description: 'The scopes that the client may request. Your own credential must have all of them.' }),
};

/** What answers have and bodies may not. */
const READ_ONLY = ['id', 'account_id', 'client_secret', 'created_at', 'updated_at', 'created_by'];

export const createClientBody = withReadOnly(
  z
    .strictObject({
      ...fields,
      redirect_uris: fields.redirect_uris.default([]),
      confidential: z
        .boolean()
        .default(true)
        .meta({
          description:
            'Whether the client can keep a secret. Apps in browsers and on devices cannot. This cannot be changed ' +
            'later.',
        }),
    })
    .meta({ id: 'NewOAuthClient' }),
  READ_ONLY,
);
export type CreateClient = z.infer<typeof createClientBody>;

/** A JSON merge patch (RFC 7396). */
export const editClientBody = withReadOnly(
  z.strictObject(fields).partial().meta({ id: 'OAuthClientPatch' }),
  READ_ONLY,
);
export type EditClient = z.infer<typeof editClientBody>;

/** What does not fit together in a client; of what is missing nothing is said. */
export const misfits = ({
  grant_types: grants,
  redirect_uris: uris,
  confidential,
}: Partial<CreateClient>): Violation[] => {
  if (!grants) return [];
  const found: Violation[] = [];
  const add = (pointer: string, detail: string): void => void found.push({ pointer, code: 'conflict', detail });
  if (grants.includes('authorization_code') && uris?.length === 0)
    add('/redirect_uris', 'must have at least one for the grant type authorization_code');
  if (grants.includes('client_credentials') && confidential === false)
    add('/grant_types', 'client_credentials takes a confidential client');
  if (
    grants.includes('refresh_token') &&
    !grants.includes('authorization_code') &&
    !grants.includes(DEVICE_CODE_GRANT)
  ) {
    add('/grant_types', `refresh_token comes with authorization_code or ${DEVICE_CODE_GRANT}`);
  }
  return found;
};
