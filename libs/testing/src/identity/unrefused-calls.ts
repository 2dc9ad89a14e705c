import { CALL_SCOPES, SCOPES } from '@cds/contracts';
import { identityHeaders, testCaller } from './test-identity.js';

/**
 * The calls of a service that are not refused to a caller who has every scope but the one that they take, with what
 * they answer instead. Each is called once.
 */
export const unrefusedCalls = async (service: string, url: string): Promise<string[]> => {
  const calls = Object.entries(CALL_SCOPES[service] ?? {}).filter(([, needed]) => needed !== null);
  if (calls.length === 0) throw new Error(`no call of the service ${service} takes a scope`);
  const unrefused: string[] = [];
  for (const [call, needed] of calls) {
    const [method = '', path = ''] = call.split(' ');
    const caller = testCaller({ scopes: SCOPES.filter((scope) => scope !== needed) });
    const target = path.replaceAll(/\{[^/]+\}/g, 'any');
    const answer = await fetch(url + target, { method, headers: identityHeaders(service, caller) });
    const { code } = (await answer.json()) as { code?: string };
    if (answer.status !== 403 || code !== 'auth.scope') unrefused.push(`${call}: ${answer.status} ${code ?? ''}`);
  }
  return unrefused;
};
