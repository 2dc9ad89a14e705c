import type { StoredResponse } from '@cds/idempotency';
import { hashOfApiKey, makeApiKey, shownPrefixOf } from './api-key.js';
import { apiKeyTag, type ApiKeyView } from './api-key-view.js';

/** A key that was just made, as it is shown this once. */
export type ShownKey = ApiKeyView & { readonly key: string };

/** A secret, and what is stored of it. */
export const newSecret = (): { key: string; hash: string; prefix: string } => {
  const key = makeApiKey();
  return { key, hash: hashOfApiKey(key), prefix: shownPrefixOf(key) };
};

/** How a new key is answered, but for the key itself, which is nothing for a cache on the way nor for a repeat. */
export const createdKey = (view: ApiKeyView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/api-keys/${view.id}`, etag: apiKeyTag(view), 'cache-control': 'no-store' },
  body: view,
});
