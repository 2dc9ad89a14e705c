import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ReSignIn } from '../session/re-sign-in.js';
import { Toasts } from '../ui/toast.js';
import { queryClient } from './query-client.js';
import { router } from './router.js';

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
    <ReSignIn />
    <Toasts />
  </QueryClientProvider>
);
