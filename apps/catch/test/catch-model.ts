export type Tier = 'unverified' | 'witnessed' | 'certified';
const RANK: Readonly<Record<Tier, number>> = { unverified: 0, witnessed: 2, certified: 3 };

export interface Figures {
  weight_lbs: number;
  depth_ft: number | null;
  notes: string | null;
}

/** What a catch must be after what was done to it, in plain words: no events, no folds. */
export class CatchModel {
  version = 1;
  tier: Tier = 'unverified';
  isDeleted = false;
  pending: { id: string; tier: Tier } | null = null;
  decided: string | null = null;
  readonly published = ['CatchLoggedV1'];

  constructor(
    readonly id: string,
    readonly figures: Figures,
  ) {}

  /** Each answers the status that the call must have. */
  edit(changes: Partial<Figures>): number {
    if (this.isDeleted) return 410;
    const changed = Object.entries(changes).filter(([field, value]) => this.figures[field as keyof Figures] !== value);
    if (changed.length === 0) return 200;
    Object.assign(this.figures, changes);
    this.step('CatchEditedV1');
    if (changed.every(([field]) => field === 'notes')) return 200;
    this.tier = 'unverified';
    this.close();
    return 200;
  }

  delete(): number {
    if (this.isDeleted) return 410;
    this.close();
    this.isDeleted = true;
    this.step('CatchDeletedV1');
    return 204;
  }

  mayAsk(tier: Tier): boolean {
    return RANK[tier] > RANK[this.tier];
  }

  ask(tier: Tier, id: string): number {
    if (this.isDeleted) return 410;
    if (this.pending) return 409;
    this.pending = { id, tier };
    this.step('VerificationRequestedV1');
    return 201;
  }

  decide(approved: boolean): number {
    if (this.isDeleted) return 410;
    if (!this.pending) return 409;
    if (approved) this.tier = this.pending.tier;
    this.decided = this.pending.id;
    this.pending = null;
    this.step(approved ? 'VerificationApprovedV1' : 'VerificationRejectedV1');
    return 200;
  }

  private close(): void {
    if (!this.pending) return;
    this.decided = this.pending.id;
    this.pending = null;
    this.step('VerificationRejectedV1');
  }

  private step(type: string): void {
    this.version += 1;
    this.published.push(type);
  }
}
