/** What a call that makes something answers. */
export const made = async (origin, key, path, body, type = 'application/json') => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: sent });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

const COPIES = 3;

/**
 * Makes a few of everything, so that calls find something, and returns their ids by prefix, and what else must exist.
 * `strangersKey` is of another account: nobody reviews a catch of their own.
 */
export const seed = async (origin, key, strangersKey) => {
  const ids = {};
  const make = async (path, body, type) => {
    const { id } = await made(origin, key, path, body, type);
    (ids[id.split('_')[0]] ??= []).push(id);
    return id;
  };
  const mark = lettersOf(Date.now());
  for (let copy = 0; copy < COPIES; copy += 1) {
    const name = `Fuzz ${mark} ${copy}`;
    await make('/v1/species', { ...SPECIES, common_name: name, scientific_name: `Fuzzus ${mark}${lettersOf(copy)}` });
    await make('/v1/anglers', { name });
    await make('/v1/leaderboards', { metric: 'heaviest', period: 'all_time', name });
    await make('/v1/webhooks', { url: `http://127.0.0.1:9/${copy}`, event_types: ['catch.*'] });
    await make('/v1/oauth-clients', CLIENT);
    await make('/v1/api-keys', { name, scopes: ['catches:read'] });
    await make('/v1/accounts', { name, email: `fuzz-${mark}-${copy}@example.com` });
    const id = await make('/v1/catches', { species: 'walleye', weight_lbs: 4 + copy });
    await make(`/v1/catches/${id}/verifications`, CERTIFIED);
  }
  for (let copy = 0; copy < COPIES * 4; copy += 1) {
    const { id } = await made(origin, strangersKey, '/v1/catches', { species: 'walleye', weight_lbs: 2 });
    const verification = await made(origin, strangersKey, `/v1/catches/${id}/verifications`, CERTIFIED);
    ids.ver.push(verification.id);
  }
  await make('/v1/catches/import', '{"species":"walleye","weight_lbs":1}\n', 'application/x-ndjson');
  await make('/v1/catches/export', { format: 'ndjson' });
  const client = await made(origin, key, '/v1/oauth-clients', CLIENT);
  return {
    ...ids,
    client: { client_id: client.id, client_secret: client.client_secret },
    redirect_uri: CLIENT.redirect_uris[0],
    url: [0, 1, 2].map((number) => `http://127.0.0.1:9/fuzz/${number}`),
  };
};

/** A number in letters alone, as scientific names have no others. */
const lettersOf = (number) => String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'[digit]);

const CERTIFIED = { tier: 'certified', evidence: { certificate_number: '7' } };

const SPECIES = { family: 'Fuzzidae', order: 'Perciformes', water: 'freshwater' };

const CLIENT = {
  name: 'Fuzz',
  redirect_uris: ['https://example.com/callback'],
  grant_types: ['authorization_code', 'client_credentials'],
  scopes: ['catches:read'],
  confidential: true,
};
