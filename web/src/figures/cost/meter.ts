/**
 * `<maskscope-cost>`: measures and shows what was measured, which is no part of the figure's state. Stands in the figure's own
 * shadow tree, so that it looks as the figure does.
 */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { CoreError } from '../../core';
import type { View } from '../../element/definition';
import { errorText } from '../../element/errors';
import { longestOnPage, runOnPage } from '../../load/on-page';
import { button } from '../../parts/controls';
import { runInWorker, WorkerRefused } from '../../worker/run-in-worker';
import { chart } from './chart';
import { measureCost, rounds, shortestRound, type Job, type Plan, type Step } from './measure';
import { Results } from './results';
import { lengthsUpTo, type State } from './state';
import { countTable, timeTable } from './tables';
import type { Texts } from './texts';

/** One measurement of a whole plan; `end` is null while it goes on. Outdated: finished, and the plan has changed since. */
interface Run { stop: AbortController; done: number; of: number; now: Job | null; end: 'finished' | 'outdated' | 'cancelled' | Error | null }

export class MaskscopeCost extends LitElement {
  static override properties = { view: { attribute: false } };

  declare view: View<State, Texts>;

  private results = new Results();
  private run: Run | null = null;
  private workerRefused = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.cancel();
  }

  private get isRunning(): boolean {
    return this.run?.end === null;
  }

  /** A plan that is changed while it is carried out is cancelled; times of another number of heads are forgotten. */
  protected override willUpdate(changed: PropertyValues<{ view: View<State, Texts> }>): void {
    const before = changed.get('view')?.state;
    if (!before || JSON.stringify(before) === JSON.stringify(this.view.state)) return;
    this.cancel();
    if (this.run?.end === 'finished') this.run.end = 'outdated';
    if (before.heads === this.view.state.heads) return;
    this.results = new Results();
    this.run = null;
  }

  private async measure(): Promise<void> {
    this.cancel();
    this.results = new Results();
    const run: Run = { stop: new AbortController(), done: 0, of: 0, now: null, end: null };
    this.run = run;
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.cancel button')?.focus());
    try {
      await this.carryOut(run);
      run.end ??= 'finished';
    } catch (error) {
      run.end ??= error as Error;
    }
    this.leaveCancel();
  }

  /** In a worker; where none may run, on the page, as far as that may go. */
  private async carryOut(run: Run): Promise<void> {
    const tell = (step: Step): void => this.take(run, step);
    if (!this.workerRefused) {
      try {
        return await runInWorker('measureCost', this.plan(run), tell, run.stop.signal);
      } catch (error) {
        if (!(error instanceof WorkerRefused)) throw error;
        this.workerRefused = true;
      }
    }
    await runOnPage(measureCost(this.view.core, this.plan(run, longestOnPage)), tell, run.stop.signal);
  }

  private plan(run: Run, longest = Infinity): Plan {
    const { largest, masks, heads } = this.view.state;
    const lengths = lengthsUpTo(Math.min(largest, longest));
    run.of = lengths.length * masks.length;
    return { lengths, masks, heads };
  }

  private take(run: Run, { job, cost }: Step): void {
    if (run.end !== null) return;
    run.now = job;
    if (cost) {
      this.results.add(job, cost);
      run.done++;
    }
    this.requestUpdate();
  }

  private cancel(): void {
    if (!this.isRunning) return;
    this.run!.end = 'cancelled';
    this.run!.stop.abort();
    this.leaveCancel();
  }

  /** Cancel can no longer be pressed: if the focus is there, it goes to the button beside it. */
  private leaveCancel(): void {
    const focused = this.querySelector('.cancel button:focus') !== null;
    this.requestUpdate();
    if (focused) void this.updateComplete.then(() => this.querySelector<HTMLElement>('.measure button')?.focus());
  }

  private status(): string {
    const { t, language, state } = this.view;
    const { run } = this;
    if (state.masks.length === 0) return t.noMask;
    if (!run) return t.idle;
    if (run.end === 'finished') return t.finished(run.of);
    if (run.end === 'outdated') return t.outdated;
    if (run.end === 'cancelled') return t.cancelled(run.done, run.of);
    if (run.end) return t.failed(run.end instanceof CoreError ? errorText(run.end, language) : run.end.message);
    return run.now ? t.running(run.done, run.of, run.now.positions, t.masks[run.now.mask]) : t.starting;
  }

  protected override render(): TemplateResult {
    const { view, run } = this;
    const { t, state } = view;
    return html`
      <div class="controls buttons">
        <span class="measure">${button(t.measure, () => { void this.measure(); }, this.isRunning || state.masks.length === 0)}</span>
        <span class="cancel">${button(t.cancel, () => this.cancel(), !this.isRunning)}</span>
        <progress aria-label=${t.progress} max=${run?.of || 1} .value=${run?.done ?? 0}></progress>
      </div>
      <p class="note status" role="status">${this.status()}</p>
      ${this.workerRefused ? html`<p class="note refused">${t.refused(longestOnPage)}</p>` : nothing}
      ${chart(view, this.results)}
      ${timeTable(view, this.results)}
      <p class="note">${t.ratioNote}</p>
      <p class="note">${t.method(rounds, shortestRound)}</p>
      ${countTable(view, this.results)}
      <p class="note">${t.countsNote}</p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap { 'maskscope-cost': MaskscopeCost }
}
