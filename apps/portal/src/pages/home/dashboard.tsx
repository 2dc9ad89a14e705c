import type { Person } from '../../session/session.js';
import { Card } from '../../ui/card.js';
import { Page } from '../../ui/page.js';

export const Dashboard = ({ person }: { readonly person: Person }) => (
  <Page title={`Welcome, ${person.account.name}`} description="Your account at a glance.">
    <Card title="API reference" description="Every call, with examples that you can send.">
      <a href="/docs">Open the reference</a>
    </Card>
  </Page>
);
