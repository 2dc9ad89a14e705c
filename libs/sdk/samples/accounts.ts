import type { CatchData } from '@catch-data/sdk';

export const listAccounts = async (cds: CatchData): Promise<void> => {
  for await (const { id, name } of cds.accounts.list({ q: 'club' })) console.log(id, name);
};

export const createAccount = async (cds: CatchData): Promise<void> => {
  const account = await cds.accounts.create({ name: 'Lake club', email: 'club@example.com' });
  console.log(account.id);
};

export const getAccount = async (cds: CatchData): Promise<void> => {
  console.log((await cds.accounts.get('acc_123')).email);
};

export const updateAccount = async (cds: CatchData): Promise<void> => {
  await cds.accounts.update('acc_123', { name: 'Lake and river club' });
};

export const deleteAccount = async (cds: CatchData): Promise<void> => {
  await cds.accounts.delete('acc_123');
};

export const endSecondFactors = async (cds: CatchData): Promise<void> => {
  await cds.accounts.endSecondFactors('acc_123');
};

export const listAuditLog = async (cds: CatchData): Promise<void> => {
  const changes = cds.auditLog.list({ action: 'api_key.created', at_after: '2026-11-20T07:30:00Z' });
  for await (const { at, actor, target_id } of changes) console.log(at, actor, target_id);
};
