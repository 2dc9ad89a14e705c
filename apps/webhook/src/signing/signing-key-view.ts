import { z } from 'zod';
import type { SigningKey } from './signing-key.js';

/** A public key as `/.well-known/webhook-keys` shows it: a JWK (RFC 7517, RFC 8037) and more. */
export const signingKeySchema = z
  .strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string().meta({ description: 'The 32 bytes of the public key in base64url.' }),
    kid: z.string().meta({ description: 'The thumbprint of the key (RFC 7638).' }),
    use: z.literal('sig'),
    alg: z.literal('EdDSA'),
    whpk: z
      .string()
      .meta({ description: 'The same key in the form that Standard Webhooks defines: `whpk_` and base64.' }),
    signs_from: z.iso
      .datetime()
      .meta({ description: 'When the key starts to sign. It signs until the next key does.' }),
  })
  .meta({ id: 'WebhookSigningKey' });
export type SigningKeyView = z.infer<typeof signingKeySchema>;

export const signingKeySetSchema = z
  .strictObject({
    keys: z.array(signingKeySchema).meta({ description: 'The keys. The one that starts to sign last comes first.' }),
  })
  .meta({ id: 'WebhookSigningKeySet' });
export type SigningKeySetView = z.infer<typeof signingKeySetSchema>;

export const signingKeyView = ({ kid, publicKey, signsFrom }: Omit<SigningKey, 'privateKey'>): SigningKeyView => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: publicKey.toString('base64url'),
  kid,
  use: 'sig',
  alg: 'EdDSA',
  whpk: `whpk_${publicKey.toString('base64')}`,
  signs_from: signsFrom.toISOString(),
});
