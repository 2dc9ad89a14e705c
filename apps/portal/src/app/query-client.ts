import { QueryClient } from '@tanstack/react-query';

/** Retries nothing: the SDK does, and knows what may be sent twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, throwOnError: false },
    mutations: { retry: false },
  },
});
