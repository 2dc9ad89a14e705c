import type { Credentials } from '@cds/local/running-stack';
import pg from 'pg';

/** The database of a service of the running product, with settings for filling tables. */
export const databaseOf = ({ database_url: url }: Credentials, service: string): pg.Pool =>
  new pg.Pool({
    connectionString: Object.assign(new URL(url), { pathname: `/cds_${service}` }).href,
    max: 3,
    options: '-c maintenance_work_mem=512MB -c work_mem=64MB -c synchronous_commit=off',
  });

/** A number from 0 to 1 that follows from a row's number and a name. */
export const chance = (row: string, of: string): string =>
  `((hashtextextended('${of}', ${row}) & 4294967295) / 4294967296.0)::float8`;

/** The id of made-up thing number `row`. */
export const madeUpId = (prefix: string, row: string): string => `'${prefix}_0' || lpad(to_hex(${row}), 25, '0')`;
