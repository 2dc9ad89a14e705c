import { type DynamicModule, Module } from '@nestjs/common';
import { PublicOrigin } from './public-origin.js';

@Module({})
export class PublicOriginModule {
  static forRoot(url: string): DynamicModule {
    return {
      module: PublicOriginModule,
      global: true,
      providers: [{ provide: PublicOrigin, useValue: new PublicOrigin(url) }],
      exports: [PublicOrigin],
    };
  }
}
