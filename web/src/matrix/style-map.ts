/**
 * `style=${styleMap({ '--shade': x })}`, like Lit's directive of the same name; but Lit writes the first value as a style
 * attribute, which a Content-Security-Policy without 'unsafe-inline' blocks. This one only ever sets properties.
 */
import { noChange } from 'lit';
import { Directive, directive, type AttributePart } from 'lit/directive.js';

type Styles = Readonly<Record<string, string | undefined>>;

class StyleMap extends Directive {
  private set = new Set<string>();

  render(_styles: Styles): typeof noChange {
    return noChange;
  }

  override update(part: AttributePart, [styles]: [Styles]): typeof noChange {
    const { style } = part.element as HTMLElement;
    for (const name of this.set) if (styles[name] === undefined) style.removeProperty(name);
    for (const [name, value] of Object.entries(styles)) if (value !== undefined) style.setProperty(name, value);
    this.set = new Set(Object.keys(styles));
    return noChange;
  }
}

export const styleMap = directive(StyleMap);
