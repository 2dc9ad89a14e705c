import type { RankingPeriodKey } from '../entries/rankings/ranking-periods.store.js';

/** A value for each of some periods of rankings. */
export class ByPeriod<T> {
  private readonly values = new Map<number, Map<string, T>>();

  get(rankingId: number, period: string): T | undefined {
    return this.values.get(rankingId)?.get(period);
  }

  set({ rankingId, period }: RankingPeriodKey, value: T): void {
    let ofRanking = this.values.get(rankingId);
    if (!ofRanking) this.values.set(rankingId, (ofRanking = new Map()));
    ofRanking.set(period, value);
  }
}
