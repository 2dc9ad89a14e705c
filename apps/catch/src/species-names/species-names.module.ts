import { Module } from '@nestjs/common';
import { SpeciesNames } from './species-names.js';
import { SpeciesNamesConsumer } from './species-names.consumer.js';
import { SpeciesNamesReadiness } from './species-names-readiness.js';

@Module({
  controllers: [SpeciesNamesConsumer],
  providers: [SpeciesNames, SpeciesNamesReadiness],
  exports: [SpeciesNames],
})
export class SpeciesNamesModule {}
