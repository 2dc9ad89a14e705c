import { getRouteApi, Link } from '@tanstack/react-router';
import { Page } from '../../ui/page.js';
import { AppsCard } from './apps-card.js';
import { GrantsCard } from './grants-card.js';
import { KeysCard } from './keys-card.js';

// Not the Route itself: importing that would pull the page into the first chunk.
const route = getRouteApi('/_app/keys/');

export const KeysPage = () => {
  const { cursor, apps, grants } = route.useSearch();
  const { person } = route.useRouteContext();
  return (
    <Page
      title="Keys and apps"
      description={
        <>
          What may call the API for this account. Creating and changing them requires a sign-in within the last 15
          minutes. Where you are signed in is shown under <Link to="/settings">Account</Link>.
        </>
      }
    >
      <KeysCard person={person} cursor={cursor} />
      <AppsCard person={person} cursor={apps} />
      <GrantsCard cursor={grants} />
    </Page>
  );
};
