import { Module } from '@nestjs/common';
import { SpeciesStore } from './species.store.js';

@Module({ providers: [SpeciesStore], exports: [SpeciesStore] })
export class SpeciesModule {}
