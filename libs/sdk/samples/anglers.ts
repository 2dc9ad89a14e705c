import type { CatchData } from '@catch-data/sdk';

export const listAnglers = async (cds: CatchData): Promise<void> => {
  for await (const { id, name } of cds.anglers.list({ q: 'ann' })) console.log(id, name);
};

export const createAngler = async (cds: CatchData): Promise<void> => {
  const angler = await cds.anglers.create({ name: 'Ann Angler', external_id: 'member-17' });
  console.log(angler.id);
};

export const getAngler = async (cds: CatchData): Promise<void> => {
  console.log((await cds.anglers.get('ang_123')).name);
};

export const updateAngler = async (cds: CatchData): Promise<void> => {
  await cds.anglers.update('ang_123', { name: 'Ann B. Angler' });
};

export const eraseAngler = async (cds: CatchData): Promise<void> => {
  await cds.anglers.erase('ang_123');
};

export const listAnglerRankings = async (cds: CatchData): Promise<void> => {
  for await (const { board, rank } of cds.anglers.rankings('ang_123')) console.log(board.name, rank);
};
