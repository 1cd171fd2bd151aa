/** Texts of the buttons that must be held down. */
export const HOLD_TEXTS = {
  /** Hint text, given verbatim by the specification. */
  hint: '* удерживай кнопку чтобы выполнить',
  /** Shown and announced to screen readers while the button is held. */
  secondsLeft: (seconds: number) => (seconds > 1 ? 'держи…' : 'ещё секунду…'),
  /** Announced to screen readers only. */
  started: 'Удерживай две секунды',
  oneMoreSecond: 'Ещё секунду',
  done: 'Готово',
  cancel: 'Не надо',
} as const;
