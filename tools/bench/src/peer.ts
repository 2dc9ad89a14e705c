import Fastify from 'fastify';
import pg from 'pg';

// What the product is measured against: Fastify and pg alone, on the same tables, in one process without authentication,
// a hop, events or totals. Run by the bench with DATABASE_URL; prints its port.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const server = Fastify();

const COLUMNS = `c.id, c.species_id, s.common_name AS species, c.weight_lbs, c.length_in, c.depth_ft, c.verification_tier, c.caught_at, c.created_at,
  c.updated_at, c.angler_id, a.name AS angler, c.region, c.country, c.method, c.bait, c.water_type, c.released, c.notes, c.version`;
const JOINS = 'LEFT JOIN species_names s ON s.id = c.species_id LEFT JOIN anglers a ON a.id = c.angler_id';

/** The page is cut before the joins: joined first, the whole table would be sorted, and the comparison would flatter the product. */
const LIST = `SELECT ${COLUMNS}
  FROM (SELECT * FROM catches WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 25) c ${JOINS} ORDER BY c.created_at DESC, c.id DESC`;

server.get('/catches', async () => {
  const { rows } = await pool.query(LIST);
  return { data: rows };
});

server.get<{ Params: { id: string } }>('/catches/:id', async ({ params }, reply) => {
  const { rows } = await pool.query(`SELECT ${COLUMNS} FROM catches c ${JOINS} WHERE c.id = $1`, [params.id]);
  return rows[0] ?? reply.code(404).send();
});

server.post<{ Body: { species: string; weight_lbs: number; depth_ft: number } }>('/catches', async ({ body }, reply) => {
  const { rows } = await pool.query(
    `INSERT INTO bench_catches (species, weight_lbs, depth_ft) VALUES ($1, $2, $3) RETURNING *`,
    [body.species, body.weight_lbs, body.depth_ft],
  );
  return reply.code(201).send(rows[0]);
});

await pool.query(`CREATE TABLE IF NOT EXISTS bench_catches (
  id uuid PRIMARY KEY DEFAULT uuidv7(), species text NOT NULL, weight_lbs float8 NOT NULL, depth_ft float8,
  created_at timestamptz NOT NULL DEFAULT now())`);
const address = await server.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${address}\n`);
