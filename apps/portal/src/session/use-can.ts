import { getRouteApi } from '@tanstack/react-router';

const root = getRouteApi('/_app');

/** Whether the person may do what a scope allows. The service checks it too: this only hides what would be refused. */
export const useCan = (scope: string): boolean => root.useRouteContext().person.scopes.includes(scope);
