/** What has been measured so far, by length and mask. */
import type { Cost, Job } from './measure';
import type { MaskName } from './state';

export class Results {
  private readonly costs = new Map<string, Cost>();

  add({ positions, mask }: Job, cost: Cost): void {
    this.costs.set(`${positions} ${mask}`, cost);
  }

  at(positions: number, mask: MaskName): Cost | undefined {
    return this.costs.get(`${positions} ${mask}`);
  }

  /** Against half the length. */
  ratio(positions: number, mask: MaskName): number | undefined {
    const [before, now] = [this.at(positions / 2, mask), this.at(positions, mask)];
    return before && now && now.milliseconds / before.milliseconds;
  }
}
