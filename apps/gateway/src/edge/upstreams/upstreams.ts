import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SERVICES, type ServiceName } from '../routing/route.js';
import { hasName, resolveOrigins } from './resolve-origins.js';
import { Upstream } from './upstream.js';

/** Injection token of the URLs of each service's copies. */
export const UPSTREAM_URLS = Symbol('UPSTREAM_URLS');
export type UpstreamUrls = Readonly<Record<ServiceName, readonly string[]>>;

const RESOLVE_EVERY_MS = 2_000;

/** Knows where every service is. Names are resolved again every two seconds, so copies may come and go. */
@Injectable()
export class Upstreams implements OnModuleInit, OnApplicationShutdown {
  private readonly all = Object.fromEntries(SERVICES.map((service) => [service, new Upstream()])) as Readonly<
    Record<ServiceName, Upstream>
  >;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(UPSTREAM_URLS) private readonly urls: UpstreamUrls,
    private readonly logger: ServiceLogger,
  ) {}

  of(service: ServiceName): Upstream {
    return this.all[service];
  }

  async onModuleInit(): Promise<void> {
    await Promise.all(SERVICES.map((service) => this.resolve(service)));
    const named = SERVICES.filter((service) => this.urls[service].some(hasName));
    if (named.length > 0)
      this.timer = setInterval(() => named.forEach((service) => void this.resolve(service)), RESOLVE_EVERY_MS);
  }

  /** After the server has closed: nobody waits for an answer any more. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(SERVICES.map((service) => this.all[service].destroy()));
  }

  /** When names cannot be resolved the copies that are known stay. */
  private async resolve(service: ServiceName): Promise<void> {
    try {
      const origins = await Promise.all(this.urls[service].map((url) => resolveOrigins(url)));
      this.all[service].moveTo(origins.flat());
    } catch (error) {
      this.logger.event('upstream.not_resolved', { upstream: service, err: error }, 'warn');
    }
  }
}
