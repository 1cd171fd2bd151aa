/** Texts of the buttons that must be held down. */
export const HOLD_TEXTS = {
  /** Hint text, given verbatim by the specification. */
  hint: '* удерживай кнопку чтобы выполнить',
  /** Text that is shown, and announced by screen readers, while the button is held. */
  secondsLeft: (seconds: number) => (seconds > 1 ? 'держи…' : 'ещё секунду…'),
  /** Text that only screen readers announce. */
  started: 'Удерживай две секунды',
  oneMoreSecond: 'Ещё секунду',
  done: 'Готово',
  cancel: 'Не надо',
} as const;
