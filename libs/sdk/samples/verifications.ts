import type { CatchData } from '@catch-data/sdk';

export const listVerifications = async (cds: CatchData): Promise<void> => {
  for await (const { id, tier } of cds.verifications.list({ status: 'pending' })) console.log(id, tier);
};

export const getVerification = async (cds: CatchData): Promise<void> => {
  const { evidence } = await cds.verifications.get('ver_123');
  console.log(evidence.witness?.name);
};

export const approveVerification = async (cds: CatchData): Promise<void> => {
  await cds.verifications.approve('ver_123', { reason: 'The witness confirmed it.' });
};

export const rejectVerification = async (cds: CatchData): Promise<void> => {
  await cds.verifications.reject('ver_123', { reason: 'The photo shows another fish.' });
};

export const revokeVerification = async (cds: CatchData): Promise<void> => {
  await cds.verifications.revoke('ver_123', { reason: 'The scale was not certified.' });
};
