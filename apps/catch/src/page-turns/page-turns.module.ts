import { Global, Module } from '@nestjs/common';
import { PageTurns } from './page-turns.js';
import { SharedPages } from './shared-pages.js';

/** All lists share the turns of an account. */
@Global()
@Module({
  providers: [{ provide: SharedPages, useFactory: () => new SharedPages(new PageTurns()) }],
  exports: [SharedPages],
})
export class PageTurnsModule {}
