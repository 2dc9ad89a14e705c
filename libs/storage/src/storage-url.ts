import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { S3Location } from './s3-storage.js';

export type StorageLocation = { readonly kind: 'disk'; readonly root: string } | ({ readonly kind: 's3' } & S3Location);

/** `file:///folder`, or `s3://bucket/prefix?region=…&endpoint=https://…` for S3 and what speaks its protocol. */
export const storageUrl = z.string().transform((text, context): StorageLocation => {
  const location = URL.canParse(text) ? locationOf(new URL(text)) : undefined;
  if (location) return location;
  context.addIssue({
    code: 'custom',
    message: 'must be file:///folder or s3://bucket/prefix?region=…&endpoint=https://…',
  });
  return z.NEVER;
});

const PARAMETERS = ['region', 'endpoint'];

const locationOf = (url: URL): StorageLocation | undefined => {
  if (url.protocol === 'file:' && url.host === '' && url.pathname !== '/')
    return { kind: 'disk', root: fileURLToPath(url) };
  if (url.protocol !== 's3:' || url.host === '') return undefined;
  const { searchParams: parameters } = url;
  const endpoint = parameters.get('endpoint');
  if (
    [...parameters.keys()].some((name) => !PARAMETERS.includes(name)) ||
    (endpoint !== null && !URL.canParse(endpoint))
  )
    return undefined;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    kind: 's3',
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    region: parameters.get('region') ?? 'us-east-1',
    ...(endpoint && { endpoint }),
  };
};
