import { Module } from '@nestjs/common';
import { CatchesModule } from '../catches/catches.module.js';
import { SpeciesRenameWorker } from './species-rename-worker.js';
import { SpeciesRenames } from './species-renames.js';

@Module({ imports: [CatchesModule], providers: [SpeciesRenames, SpeciesRenameWorker] })
export class SpeciesRenamesModule {}
