import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { Layout } from '../app/layout.js';

export const Route = createFileRoute('/_app')({
  /** The pages below are for who is signed in; all others sign in first and come back. */
  beforeLoad: ({ context: { session }, location }) => {
    if (!session.person) throw redirect({ href: `/signin?${new URLSearchParams({ returnTo: location.href })}` });
    return { person: session.person };
  },
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
