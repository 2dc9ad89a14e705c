import { Module } from '@nestjs/common';
import { AnglerNames } from './angler-names.store.js';

@Module({ providers: [AnglerNames], exports: [AnglerNames] })
export class AnglersModule {}
