/** The first field of a form that opens in front of a screen has the focus at once. */
import { type RefObject, useEffect, useRef } from 'react';

const FIELDS = 'input:checked, input:not([type="hidden"], [type="radio"]), select, textarea';

/** Not under a finger: it would bring up the keyboard over half of the form. */
export function useFirstField<Form extends HTMLElement>(): RefObject<Form | null> {
  const form = useRef<Form>(null);
  useEffect(() => {
    if (window.matchMedia('(pointer: coarse)').matches) return;
    if (form.current?.contains(document.activeElement) !== true) {
      form.current?.querySelector<HTMLElement>(FIELDS)?.focus();
    }
  }, []);
  return form;
}
