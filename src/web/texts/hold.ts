/** Texts of every hold button. */
export const HOLD_TEXTS = {
  /** The hint, word for word. */
  hint: '* удерживай кнопку чтобы выполнить',
  /** Shown and announced while the button is held. */
  secondsLeft: (seconds: number) => (seconds > 1 ? 'держи…' : 'ещё секунду…'),
  /** Announced to assistive technology. */
  started: 'Удерживай две секунды',
  oneMoreSecond: 'Ещё секунду',
  done: 'Готово',
  cancel: 'Не надо',
} as const;
