import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Layout } from '../app/layout.js';

export const Route = createFileRoute('/_app')({
  /** The pages below are for who is signed in; all others sign in first and come back. */
  beforeLoad: async ({ context: { session }, location }) => ({
    person: session.person ?? (await signIn(location.href)),
  }),
  component: AppLayout,
});

function AppLayout() {
  const { person } = Route.useRouteContext();
  return (
    <Layout person={person}>
      <Outlet />
    </Layout>
  );
}

/** Leaves for a page that is none of the portal's, so this never resolves. */
const signIn = (returnTo: string): Promise<never> => {
  window.location.assign(`/signin?${new URLSearchParams({ returnTo })}`);
  return new Promise(() => undefined);
};
