import { type SigningKey, signingKeyOf } from './signing-key.js';

/** Signs the examples of the documents, and nothing else: its private part is public. */
export const EXAMPLE_KEY: SigningKey = signingKeyOf(
  'example',
  {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'KRFfJAqnsz-GAzrhpbl4lr0XfykQpp4DXf5-N7_ee9I',
    x: '7Mohiz3TM3rgprTaGA2Cmgyh7_cqEVCuWMVewN2DKq0',
  },
  new Date('2026-11-20T00:00:00.000Z'),
);
