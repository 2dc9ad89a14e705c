import type { CatchData } from '@catch-data/sdk';

export const listLeaderboards = async (cds: CatchData): Promise<void> => {
  const boards = cds.leaderboards.list({ metric: 'heaviest', period: 'week' });
  for await (const { id, name } of boards) console.log(id, name);
};

export const createLeaderboard = async (cds: CatchData): Promise<void> => {
  const board = await cds.leaderboards.create({ name: 'Club cup', metric: 'total_weight', period: 'month' });
  console.log(board.id);
};

export const getLeaderboard = async (cds: CatchData): Promise<void> => {
  const { name, next_reset_at } = await cds.leaderboards.get('lb_123');
  console.log(name, next_reset_at);
};

export const updateLeaderboard = async (cds: CatchData): Promise<void> => {
  await cds.leaderboards.update('lb_123', { min_verification_tier: 'witnessed' });
};

export const deleteLeaderboard = async (cds: CatchData): Promise<void> => {
  await cds.leaderboards.delete('lb_123');
};

export const listLeaderboardEntries = async (cds: CatchData): Promise<void> => {
  const top = await cds.leaderboards.entries('lb_123', { period: '2026-W47', per_page: 10 });
  for (const { rank, angler, score } of top.data) console.log(rank, angler.name, score);
};
