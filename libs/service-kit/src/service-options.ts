import type { Server } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { KitConfig } from './config/common-settings.js';
import type { Caller } from '@cds/identity';
import type { ScopeOf } from './http/call-scopes.js';
import type { ServiceLogger } from './log/service-logger.js';

export interface ServiceOptions {
  /**
   * The service's name, such as `catch`: the audience of identities, a field of each log line, `application_name` in
   * PostgreSQL.
   */
  readonly name: string;
  readonly module: Type | DynamicModule;
  readonly config: KitConfig;
  /** Called before the app is initialised: connect microservices, add Fastify hooks. */
  readonly configure?: (app: NestFastifyApplication) => void | Promise<void>;
  readonly registry?: Registry;
  readonly logger?: ServiceLogger;
  /**
   * `identity` (default): every request but health carries the gateway's identity. A function: the app itself found
   * out who calls; null for nobody.
   */
  readonly authentication?: 'identity' | CallerOf;
  /** Whether requests come from outside, as the gateway's do; default: false. */
  readonly isEdge?: boolean;
  /** The scope of each call, by default that of `CALL_SCOPES` for this service. Only with `identity`. */
  readonly scopeOf?: ScopeOf;
  /** Largest body in bytes; 1 MiB by default. */
  readonly bodyLimit?: number;
  /** More options of Fastify, over the kit's. */
  readonly fastify?: Omit<FastifyHttpOptions<Server>, 'bodyLimit' | 'logger' | 'genReqId'>;
}

/** Who sends a request; null for nobody. */
export type CallerOf = (request: FastifyRequest) => Caller | null;

/** A service that listens. */
export interface RunningService {
  readonly app: NestFastifyApplication;
  /** Where the API listens, such as `http://127.0.0.1:3001`. */
  readonly url: string;
  /** Where /metrics and /health listen. */
  readonly internalUrl: string;
  /** Turns unready, pauses for `DRAIN_MS`, finishes what runs, closes everything. May be called twice. */
  stop(): Promise<void>;
}
