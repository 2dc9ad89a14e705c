/** Statuses that say nothing about an operation: the gateway answers them before it gets there. */
const TURNED_AWAY = ['401', '403', '429'];

/** Operations that no call reached, of answers counted by operation and status. */
export const unreached = (answers, operations) =>
  operations.filter((one) => Object.keys(answers[one] ?? {}).every((status) => TURNED_AWAY.includes(status)));

/** How many calls were answered with each status. */
export const tableOf = (answers) => {
  const counts = {};
  for (const statuses of Object.values(answers))
    for (const [status, count] of Object.entries(statuses)) counts[status] = (counts[status] ?? 0) + count;
  const calls = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const lines = Object.entries(counts).map(([status, count]) => `  ${status}  ${count}`);
  return [`${calls} calls of ${Object.keys(answers).length} operations:`, ...lines].join('\n');
};
