import { createFileRoute } from '@tanstack/react-router';
import { Layout } from '../app/layout.js';
import { Dashboard } from '../pages/home/dashboard.js';
import { Welcome } from '../pages/home/welcome.js';

export const Route = createFileRoute('/')({ component: Home });

function Home() {
  const { person } = Route.useRouteContext({ select: ({ session }) => session });
  if (!person) return <Welcome />;
  return (
    <Layout person={person}>
      <Dashboard person={person} />
    </Layout>
  );
}
