/** Focuses the first field of a form in a dialog when the dialog opens. */

const FIELDS = 'input:checked, input:not([type="hidden"], [type="radio"]), select, textarea';

/**
 * `ref` callback of the form, because a dialog adds its content to the document after its component is mounted. Does
 * nothing on touch screens, where the keyboard would cover half of the form.
 */
export function focusFirstField(form: HTMLElement | null): void {
  if (form === null || window.matchMedia('(pointer: coarse)').matches) return;
  if (!form.contains(document.activeElement)) form.querySelector<HTMLElement>(FIELDS)?.focus();
}
