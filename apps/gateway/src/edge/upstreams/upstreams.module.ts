import { type DynamicModule, Module } from '@nestjs/common';
import { UPSTREAM_URLS, Upstreams, type UpstreamUrls } from './upstreams.js';

@Module({})
export class UpstreamsModule {
  static forRoot(urls: UpstreamUrls): DynamicModule {
    return {
      module: UpstreamsModule,
      providers: [{ provide: UPSTREAM_URLS, useValue: urls }, Upstreams],
      exports: [Upstreams],
    };
  }
}
