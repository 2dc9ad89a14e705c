import { SCOPES } from '@cds/contracts';
import type { RouteDocs } from '@cds/openapi';
import { z } from 'zod';

export const credentialTypeSchema = z.enum(['api_key', 'access_token', 'session']);

export const meAccountSchema = z.strictObject({ id: z.string(), name: z.string() });

export const meCredentialSchema = z.strictObject({ type: credentialTypeSchema, id: z.string(), name: z.string() });

const meSchema = z
  .strictObject({
    account: meAccountSchema,
    credential: meCredentialSchema,
    scopes: z.array(z.enum(SCOPES)),
  })
  .meta({ id: 'Me' });

export const meDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/me',
    tag: 'Identity',
    operationId: 'getMe',
    summary: 'Read the caller',
    description:
      'Returns the account and the credential of the request, and what it may do. Every valid credential is ' +
      'accepted.',
    answers: {
      200: {
        description: 'The caller.',
        schema: meSchema,
        example: {
          account: { id: 'acc_01h455vb4pex5vsknk084sn02q', name: 'Lake Travis Anglers' },
          credential: { type: 'api_key', id: 'key_01h455vb4pex5vsknk084sn02q', name: 'website' },
          scopes: ['catches:read', 'catches:write'],
        },
      },
    },
  },
];
