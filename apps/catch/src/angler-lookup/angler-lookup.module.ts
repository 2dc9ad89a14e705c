import { Module } from '@nestjs/common';
import { Anglers } from './anglers.js';
import { ErasuresAtWorkQuery } from './erasures-at-work.query.js';

@Module({ providers: [Anglers, ErasuresAtWorkQuery], exports: [Anglers, ErasuresAtWorkQuery] })
export class AnglerLookupModule {}
