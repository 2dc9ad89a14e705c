import Fastify from 'fastify';
import pg from 'pg';

// What the product is measured against: Fastify and pg alone, on the same tables, in one process without
// authentication, a hop, events or totals. Whatever else a catch needs it does too. Run by the bench with DATABASE_URL;
// prints its port.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const server = Fastify();

const COLUMNS = `c.id, c.species_id, s.common_name AS species, c.weight_lbs, c.length_in, c.depth_ft,
  c.verification_tier, c.caught_at, c.created_at, c.updated_at, c.angler_id, a.name AS angler, c.region, c.country,
  c.method, c.bait, c.water_type, c.released, c.notes, c.version`;
const JOINS = 'LEFT JOIN species_names s ON s.id = c.species_id LEFT JOIN anglers a ON a.id = c.angler_id';

/**
 * The page is cut before the joins: joined first, the whole table would be sorted, and the comparison would flatter the
 * product.
 */
const LIST = `SELECT ${COLUMNS}
  FROM (SELECT * FROM catches ORDER BY created_at DESC, id DESC LIMIT 25) c ${JOINS}
  ORDER BY c.created_at DESC, c.id DESC`;

const GET = `SELECT ${COLUMNS} FROM catches c ${JOINS} WHERE c.id = $1`;

server.get('/catches', async () => {
  const { rows } = await pool.query({ name: 'list', text: LIST });
  return { data: rows };
});

server.get<{ Params: { id: string } }>('/catches/:id', async ({ params }, reply) => {
  const { rows } = await pool.query({ name: 'get', text: GET, values: [params.id] });
  return rows[0] ?? reply.code(404).send();
});

await pool.query('DROP TABLE IF EXISTS bench_catches');
await pool.query('CREATE TABLE bench_catches (LIKE catches INCLUDING ALL)');
const { rows: names } = await pool.query<{ id: string; common_name: string }>(
  'SELECT id, common_name FROM species_names',
);
const species = new Map(names.map(({ id, common_name: name }) => [name.toLowerCase(), id]));
const { rows: anglers } = await pool.query<{ id: string; account_id: string; name: string }>(
  'SELECT id, account_id, name FROM anglers LIMIT 1',
);

/** What the product keeps of a catch, in a table with the same columns and indexes; no event is kept and no total. */
const CREATE = `INSERT INTO bench_catches (id, account_id, angler_id, species_id, weight_lbs, depth_ft, caught_at,
  has_location, verification_tier, version, created_at, updated_at)
  VALUES ('catch_' || uuidv7(), $1, $2, $3, $4, $5, now(), false, 0, 1, now(), now()) RETURNING *`;

const BODY = {
  type: 'object',
  required: ['species', 'weight_lbs'],
  additionalProperties: false,
  properties: {
    species: { type: 'string' },
    weight_lbs: { type: 'number', exclusiveMinimum: 0, maximum: 5000 },
    depth_ft: { type: 'number', minimum: 0, maximum: 36000 },
  },
};

server.post<{ Body: { species: string; weight_lbs: number; depth_ft?: number } }>(
  '/catches',
  { schema: { body: BODY } },
  async ({ body }, reply) => {
    const speciesId = species.get(body.species.toLowerCase());
    if (speciesId === undefined) return reply.code(422).send();
    const [angler] = anglers;
    if (!angler) throw new Error('the bench logs catches first, and so makes an angler');
    const { rows } = await pool.query({
      name: 'create',
      text: CREATE,
      values: [angler.account_id, angler.id, speciesId, body.weight_lbs, body.depth_ft ?? null],
    });
    return reply.code(201).send({ ...rows[0], species: body.species, angler });
  },
);

const address = await server.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${address}\n`);
