import { eventually } from '@cds/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PeopleHarness, startPeople } from './sign-ins.harness.js';

let here: PeopleHarness;
beforeAll(async () => void (here = await startPeople()));
afterAll(() => here.stop());

const post = (path: string, key: string, body: object) =>
  here.gateway.call(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const CLIENT = { name: 'Board', redirect_uris: ['https://board.example.com/cb'], scopes: ['catches:read'] };

describe('a mail tells the people of an account', () => {
  it('of each API key that is made or rolled, three an hour at most', async () => {
    const { email, accountId } = await here.person();
    const { key } = await here.gateway.storeKey({ accountId });
    const made = await post('/v1/api-keys', key, { name: 'New', scopes: ['catches:read'] });
    expect(made.status).toBe(201);
    const { id } = JSON.parse(made.text) as { id: string };
    expect((await post(`/v1/api-keys/${id}/roll`, key, { grace_seconds: 0 })).status).toBe(201);
    const told = () => here.mailsTo(email).filter((mail) => mail.includes('An API key was created for your account'));
    await eventually(() => expect(told()).toHaveLength(2));
    for (let more = 0; more < 3; more += 1) await post('/v1/api-keys', key, { name: 'More', scopes: ['catches:read'] });
    await eventually(async () => {
      expect(await here.prisma.mail.count({ where: { recipient: email } })).toBe(0);
      expect(told()).toHaveLength(3);
    });
  });

  it('of each OAuth client that is made', async () => {
    const { email, accountId } = await here.person();
    const { key } = await here.gateway.storeKey({ accountId });
    const made = await post('/v1/oauth-clients', key, { ...CLIENT, grant_types: ['authorization_code'] });
    expect(made.status).toBe(201);
    await eventually(() =>
      expect(here.mailsTo(email).at(-1)).toContain('An OAuth client was created for your account'),
    );
  });

  it('of nothing that was refused', async () => {
    const { email, accountId } = await here.person();
    const { key } = await here.gateway.storeKey({ accountId, scopes: ['keys:write'] });
    expect((await post('/v1/api-keys', key, { name: 'New', scopes: ['admin'] })).status).toBe(403);
    expect(await here.prisma.mail.count({ where: { recipient: email } })).toBe(0);
  });
});
