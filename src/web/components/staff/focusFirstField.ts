/** The first field of a form that opens in front of a screen has the focus at once. */

const FIELDS = 'input:checked, input:not([type="hidden"], [type="radio"]), select, textarea';

/**
 * The `ref` of the form: a dialog puts it into the document later than its component is mounted. Not under a finger: it
 * would bring up the keyboard over half of the form.
 */
export function focusFirstField(form: HTMLElement | null): void {
  if (form === null || window.matchMedia('(pointer: coarse)').matches) return;
  if (!form.contains(document.activeElement)) form.querySelector<HTMLElement>(FIELDS)?.focus();
}
