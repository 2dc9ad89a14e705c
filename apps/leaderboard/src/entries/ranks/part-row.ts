/** The key of a segment or block as PostgreSQL writes it: the first of a period is below every number and time. */
export interface PartRow {
  period_id: number;
  placement: string;
  achieved_at: string;
  angler_id: string;
}

export type SizedRow = PartRow & { size: number };

export const partColumns = (parts: readonly PartRow[]): unknown[] => [
  parts.map((part) => part.period_id),
  parts.map((part) => part.placement),
  parts.map((part) => part.achieved_at),
  parts.map((part) => part.angler_id),
];

export const sizesOf = (parts: readonly SizedRow[]): number[] => parts.map(({ size }) => size);
