import { Global, Module } from '@nestjs/common';
import { PageTurns } from './page-turns.js';

/** All lists share the turns of an account. */
@Global()
@Module({ providers: [{ provide: PageTurns, useFactory: () => new PageTurns() }], exports: [PageTurns] })
export class PageTurnsModule {}
