/**
 * Elements of the card dialog. Each function runs in the browser and must be self-contained, because it is served as
 * source text.
 */

/** Creates an HTML element with properties, attributes and children. */
export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> & { attrs?: Record<string, string> },
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const { attrs, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  for (const [name, value] of Object.entries(attrs ?? {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export interface FieldOptions {
  id: string;
  label: string;
  properties: Partial<HTMLInputElement>;
  /** Function that reformats the text of the field on every input. */
  format?: (text: string) => string;
}

export interface Field {
  /** Element that contains the field's label, input and error message. */
  block: HTMLElement;
  input: HTMLInputElement;
  /** Shows an error message at the field until the next input. */
  reject(message: string): void;
}

export function makeField(
  make: typeof makeElement,
  { id, label, properties, format = (text) => text }: FieldOptions,
): Field {
  const input = make('input', {
    id,
    type: 'text',
    ...properties,
    attrs: { 'aria-describedby': `${id}-error` },
  });
  const error = make('div', { id: `${id}-error`, className: 'error', hidden: true });
  input.addEventListener('input', () => {
    const caret = input.selectionStart;
    const isCaretAtEnd = caret === input.value.length;
    const formatted = format(input.value);
    if (formatted !== input.value) {
      input.value = formatted;
      if (!isCaretAtEnd && caret !== null) input.setSelectionRange(caret, caret);
    }
    input.removeAttribute('aria-invalid');
    error.hidden = true;
  });
  return {
    input,
    block: make('div', { className: 'field' }, make('label', { htmlFor: id }, label), input, error),
    reject(message) {
      input.setAttribute('aria-invalid', 'true');
      error.textContent = message;
      error.hidden = false;
    },
  };
}
