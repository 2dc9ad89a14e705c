import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { MigrationAdapter } from './migration-adapter.js';

/** Node has it, its types do not. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: Record<string, object>): Promise<{ exports: Record<string, unknown> }>;
};

const wasmFile = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm');

/** The engine never clears the timer of its lock, which would keep a process alive for ten more seconds. */
const withLooseTimers = (imports: Record<string, unknown>): Record<string, unknown> => {
  const name = Object.keys(imports).find((key) => key.startsWith('__wbg_setTimeout'));
  return name === undefined
    ? imports
    : { ...imports, [name]: (act: () => void, ms: number) => setTimeout(act, ms).unref() };
};

const instantiate = async (): Promise<void> => {
  // The engine reports a panic here before it aborts; without it the cause is lost.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => process.stderr.write(`schema engine: ${text}\n`) },
  });
  const module = await WebAssembly.compile(readFileSync(wasmFile()));
  const instance = await WebAssembly.instantiate(module, { './schema_engine_bg.js': withLooseTimers({ ...bindings }) });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
};

let ready: Promise<void> | undefined;

type EngineError = { message?: string; code?: string };

/** The engine throws plain objects and strings, with its own stack below the message. */
const asError = (thrown: unknown): Error => {
  const { message = String(thrown), code } = (
    typeof thrown === 'object' && thrown !== null ? thrown : {}
  ) as EngineError;
  const text = message.split('\n   0: ')[0]?.trim();
  return new Error([code, text].filter(Boolean).join(': '), { cause: thrown });
};

/**
 * Runs `work` with Prisma's own migration engine, compiled to WebAssembly: the behaviour of `prisma migrate` with no
 * binary to download. Closes its connections afterwards.
 */
export const withEngine = async <T>(
  at: { schemaPath: string; url: string },
  work: (engine: bindings.SchemaEngine) => Promise<T>,
): Promise<T> => {
  ready ??= instantiate();
  await ready;
  const adapter = new MigrationAdapter(at.url);
  const datamodels: [string, string][] = [[at.schemaPath, readFileSync(at.schemaPath, 'utf8')]];
  try {
    return await work(
      await bindings.SchemaEngine.new({ datamodels }, () => undefined, bindMigrationAwareSqlAdapterFactory(adapter)),
    );
  } catch (thrown) {
    throw asError(thrown);
  } finally {
    await adapter.end();
  }
};
