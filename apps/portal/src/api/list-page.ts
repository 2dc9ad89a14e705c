import type { ListPage } from './api-keys.js';

export type { ListPage };

/** Filters and order as they stand in an address. */
export type Filters = Readonly<Record<string, string | undefined>>;

/** A page of a list of the SDK, whose items have all their fields as none was left out. */
export const pageOf = async <T>(list: PromiseLike<object>): Promise<ListPage<T>> => (await list) as ListPage<T>;
