import type { Credentials } from '@cds/local/running-stack';

const WRITERS = 16;
const SPECIES = ['largemouth bass', 'walleye', 'bluegill', 'northern pike', 'rainbow trout', 'channel catfish'];

/** Logs catches through the API until there are `rows`; answers the id of one of them. */
export const fill = async ({ base_url: baseUrl, api_key: key }: Credentials, rows: number): Promise<string> => {
  let left = rows;
  let some = '';
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const writer = async () => {
    while (left > 0) {
      left -= 1;
      const body = JSON.stringify({
        species: SPECIES[left % SPECIES.length],
        weight_lbs: 1 + (left % 40) / 10,
        depth_ft: left % 60,
        notes: `Catch number ${left}`,
      });
      const answer = await fetch(`${baseUrl}/v1/catches`, { method: 'POST', headers, body });
      if (answer.status !== 201) throw new Error(`a catch was not logged: ${answer.status} ${await answer.text()}`);
      some = ((await answer.json()) as { id: string }).id;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return some;
};
