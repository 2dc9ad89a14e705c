/**
 * For statements that count many rows. With less memory the matches of a frequent word are not kept one by one, and
 * whole pages of the table are searched again. Parallel workers cost more than they save at a million rows, and take
 * processors from other requests.
 */
export const COUNT_MANY = "SET LOCAL work_mem = '64MB'; SET LOCAL max_parallel_workers_per_gather = 0";

/**
 * The same for statements of which no part reads an index alone: a plain index scan, which the planner chooses where it
 * expects few rows, reads a page of the table once for each of its rows.
 */
export const READ_MANY = `${COUNT_MANY}; SET LOCAL enable_indexscan = off`;
