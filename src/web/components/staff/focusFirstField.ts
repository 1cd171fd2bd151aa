/** Focuses the first field of a form in a dialog when the dialog opens. */

const FIELDS = 'input:checked, input:not([type="hidden"], [type="radio"]), select, textarea';

/**
 * Focuses the first field of the form. The function is a `ref` callback, because a dialog adds its content to the
 * document after the component is mounted. On a touch screen the function does nothing, because the on-screen keyboard
 * would cover half of the form.
 */
export function focusFirstField(form: HTMLElement | null): void {
  if (form === null || window.matchMedia('(pointer: coarse)').matches) return;
  if (!form.contains(document.activeElement)) form.querySelector<HTMLElement>(FIELDS)?.focus();
}
