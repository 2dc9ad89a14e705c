import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.js';

/** Who is signed in with this browser. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly email_confirmed: boolean;
  readonly has_password: boolean;
  /** Null for who has none. */
  readonly second_factor_since: string | null;
  readonly account: { readonly id: string; readonly name: string };
  readonly scopes: readonly string[];
  readonly signed_in_at: string;
}

export interface Session {
  readonly person: Person | null;
  /** Goes with every call of the API; it belongs to the session and ends with it. */
  readonly csrf_token: string | null;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request<Session>('GET', '/portal/session', { signal }),
  staleTime: 60_000,
});
