import { Module } from '@nestjs/common';
import { Anglers } from './anglers.js';

@Module({ providers: [Anglers], exports: [Anglers] })
export class AnglersModule {}
