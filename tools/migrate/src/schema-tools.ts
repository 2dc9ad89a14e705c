/**
 * `create` and `drift` need Prisma's schema engine, a tool of development: loaded when they are called, so that a
 * service image can migrate without it.
 */
export const create = async (name: string, at: { schemaPath: string; url: string }): Promise<string | null> =>
  (await import('./create.js')).create(name, at);

export const drift = async (at: { schemaPath: string; url: string }): Promise<string> =>
  (await import('./drift.js')).drift(at);
