import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { type Board, type BoardPeriod } from '../../generated/client.js';
import { boardNotFound, refuseMalformed } from '../board.errors.js';
import { type BoardView, boardView, type BoardViewRow } from '../board-view.js';
import { currentPeriod } from '../period.js';

@Injectable()
export class BoardDetailQuery {
  constructor(private readonly prisma: PrismaService) {}

  /** One board; fails with `leaderboard.not_found`. */
  async execute(id: string): Promise<BoardView> {
    refuseMalformed(id);
    const board = await this.prisma.board.findUnique({ where: { id }, include: { periods: true } });
    if (!board) throw boardNotFound(id);
    return boardView(viewRow(board));
  }
}

const viewRow = ({ periods, ...board }: Board & { periods: BoardPeriod[] }): BoardViewRow => {
  const period = board.period as BoardViewRow['period'];
  const current = periods.find((one) => one.period === currentPeriod(period, new Date()).id);
  return {
    id: board.id,
    name: board.name,
    metric: board.metric as BoardViewRow['metric'],
    species_id: board.speciesId,
    region: board.region,
    min_verification_tier: board.minVerificationTier,
    period,
    created_at: board.createdAt,
    updated_at: board.updatedAt,
    entry_count: current?.entryCount ?? 0,
  };
};
