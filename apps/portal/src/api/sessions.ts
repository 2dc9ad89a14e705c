import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

export interface BrowserSession {
  readonly id: string;
  readonly user_agent: string | null;
  readonly address: string | null;
  readonly signed_in_at: string;
  readonly seen_at: string;
  readonly is_current: boolean;
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<{ readonly data: readonly BrowserSession[] }>('GET', '/portal/sessions', { signal }),
});

export const endSession = (id: string): Promise<void> => call('DELETE', `/portal/sessions/${id}`);
export const endOtherSessions = (): Promise<void> => call('DELETE', '/portal/sessions');

/** Signs this browser out. */
export const signOut = (): Promise<void> => call('DELETE', '/portal/session');

/** Deletes the account for good, with its keys, apps and people. */
export const closeAccount = (): Promise<void> => call('DELETE', '/portal/account');
