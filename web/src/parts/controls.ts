/** Native controls with their labels, the same in every figure. Messages for bad input stand beside the field. */
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import { parseNumber } from '../format';
import type { Language } from '../language';

export interface Option<Value extends string | number> { value: Value; label: string }

/** Options from their labels, in the order in which these are written. */
export function optionsOf<Value extends string>(labels: Record<Value, string>): Option<Value>[] {
  return Object.entries(labels).map(([value, label]) => ({ value: value as Value, label: label as string }));
}

export function toggle(label: string, checked: boolean, change: (checked: boolean) => void): TemplateResult {
  return html`<label class="toggle"><input type="checkbox" .checked=${live(checked)}
    @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}><span>${label}</span></label>`;
}

/** A few exclusive options, all in sight. `name` is unique within the figure. */
export function radios<Value extends string | number>(
  name: string, legend: string, options: Option<Value>[], value: Value, change: (value: Value) => void,
): TemplateResult {
  return html`<fieldset class="radios"><legend>${legend}</legend><div>${options.map((option) => html`<label>
    <input type="radio" name=${name} .checked=${live(option.value === value)} @change=${() => change(option.value)}><span>${option.label}</span>
  </label>`)}</div></fieldset>`;
}

/** Many exclusive options. */
export function select<Value extends string | number>(
  label: string, options: Option<Value>[], value: Value, change: (value: Value) => void,
): TemplateResult {
  return html`<label class="field"><span>${label}</span><select
    @change=${(event: Event) => change(options[(event.target as HTMLSelectElement).selectedIndex]!.value)}>
    ${options.map((option) => html`<option .selected=${option.value === value}>${option.label}</option>`)}
  </select></label>`;
}

export interface SliderOptions { label: string; min: number; max: number; step?: number; value: number; /** What the value reads as. */ text: string }

export function slider({ label, min, max, step = 1, value, text }: SliderOptions, change: (value: number) => void): TemplateResult {
  return html`<label class="slider"><span>${label}</span><input type="range" min=${min} max=${max} step=${step} .value=${live(String(value))}
    aria-valuetext=${text} @input=${(event: Event) => change(Number((event.target as HTMLInputElement).value))}><output>${text}</output></label>`;
}

/** When the value of a field changes by other means, what was typed and the complaint about it go. */
class Fresh extends Directive {
  private shown: number | undefined;

  override render(_value: number): symbol { return noChange; }

  override update({ element }: ElementPart, [value]: [number]): symbol {
    if (this.shown !== undefined && !Object.is(value, this.shown)) {
      element.querySelector('input')!.removeAttribute('aria-invalid');
      element.querySelector('.complaint')!.textContent = '';
    }
    this.shown = value;
    return noChange;
  }
}
const fresh = directive(Fresh);

/**
 * A field for one number. Bad input shows its message beside the field; the last good value stays in force.
 * `change` may refuse a number with a message of its own. The message stands inside the label and is not part of the name.
 */
export function numberField(
  label: string, value: number, language: Language, [low, high]: [number, number], change: (value: number) => string | null,
): TemplateResult {
  const take = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const parsed = parseNumber(input.value, language, low, high);
    const message = 'message' in parsed ? parsed.message : change(parsed.value);
    input.setAttribute('aria-invalid', String(message !== null));
    input.parentElement!.querySelector('.complaint')!.textContent = message ?? '';
  };
  return html`<label class="field" ${fresh(value)}><span>${label}</span><input type="text" inputmode="decimal" autocomplete="off"
    aria-label=${label} .value=${String(value)} @change=${take}>
    <span class="complaint" role="alert"></span></label>`;
}

export function button(label: string, press: () => void, disabled = false): TemplateResult {
  return html`<button type="button" ?disabled=${disabled} @click=${press}>${label}</button>`;
}

/** A button that stays pressed until it is pressed again. */
export function switchButton(label: string, pressed: boolean, press: () => void): TemplateResult {
  return html`<button type="button" class="switch" aria-pressed=${pressed} @click=${press}>${label}</button>`;
}

const stepperWords = {
  zh: { previous: '上一步', next: '下一步', step: (at: number, of: number) => `第 ${at} 步，共 ${of} 步` },
  en: { previous: 'Back', next: 'Next', step: (at: number, of: number) => `Step ${at} of ${of}` },
};

/** Steps that the reader walks forwards and back; every step can be reached directly. */
export function stepper(labels: string[], at: number, language: Language, go: (step: number) => void): TemplateResult {
  const say = stepperWords[language];
  return html`<div class="stepper" role="group" aria-label=${say.step(at + 1, labels.length)}>
    ${button(`← ${say.previous}`, () => go(at - 1), at === 0)}
    <ol>${labels.map((label, step) => html`<li><button type="button" aria-current=${step === at ? 'step' : nothing} @click=${() => go(step)}>
      <span class="ordinal">${step + 1}</span> ${label}</button></li>`)}</ol>
    ${button(`${say.next} →`, () => go(at + 1), at === labels.length - 1)}
  </div>`;
}
