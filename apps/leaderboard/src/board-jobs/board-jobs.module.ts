import { Module } from '@nestjs/common';
import { BoardRankings } from './board-rankings.js';

@Module({ providers: [BoardRankings], exports: [BoardRankings] })
export class BoardJobsModule {}
