/**
 * Form of the card dialog. The function `createCardForm` runs in the browser and must be self-contained, because it is
 * served as source text.
 */
import type { Field, FieldOptions } from './elements';
import type { WidgetKit } from './kit';
import type { StartParameters } from './parameters';

/** Values of the card form, in the format of the `token` request. */
export interface TypedCard {
  number: string;
  expires: string;
  cvv: string;
  /** Email address that the payer typed; null if the card form has no email field. */
  email: string | null;
  emailRequired: boolean;
}

export type CardFieldError = 'number' | 'expires' | 'expired' | 'cvv' | 'email';

export interface CardForm {
  element: HTMLFormElement;
  typed(): TypedCard;
  focus(): void;
  /** Shows an error at each listed field of the card form and focuses the first listed field. */
  reject(errors: readonly CardFieldError[]): void;
  /** Shows a message about the payment, or hides the message if `message` is null. */
  complain(message: string | null): void;
  setBusy(isBusy: boolean): void;
}

export function createCardForm(
  { texts, wording, make, makeField }: WidgetKit,
  parameters: StartParameters,
  onSubmit: () => void,
): CardForm {
  const { amount, currency, emailBehavior, receiptEmail, userInfo } = parameters;
  const asksEmail = emailBehavior === 'Required' || emailBehavior === 'Optional';
  const payLabel = `${texts.pay} ${wording.money(amount, currency)}`;
  const field = (options: FieldOptions): Field => makeField(make, options);

  const number = field({
    id: 'cp-number',
    label: texts.number,
    properties: { inputMode: 'numeric', autocomplete: 'cc-number', placeholder: '0000 0000 0000 0000' },
    format: (text) =>
      text
        .replace(/\D/g, '')
        .slice(0, 19)
        .replace(/(\d{4})(?=\d)/g, '$1 '),
  });
  const expires = field({
    id: 'cp-expires',
    label: texts.expires,
    properties: { inputMode: 'numeric', autocomplete: 'cc-exp', placeholder: texts.expiresHint },
    format(text) {
      const digits = text.replace(/\D/g, '').replace(/^([2-9])/, '0$1');
      // Browsers may autofill the expiry date as «12/2030», which means the same month as «12/30».
      const isLong = digits.length === 6 && digits.slice(2, 4) === '20';
      const short = isLong ? digits.slice(0, 2) + digits.slice(4) : digits;
      return short.length > 2 ? `${short.slice(0, 2)}/${short.slice(2, 4)}` : short;
    },
  });
  const cvv = field({
    id: 'cp-cvv',
    label: texts.cvv,
    properties: { inputMode: 'numeric', autocomplete: 'cc-csc', type: 'password', maxLength: 4 },
    format: (text) => text.replace(/\D/g, '').slice(0, 4),
  });
  const email = field({
    id: 'cp-email',
    label: texts.email,
    properties: { type: 'email', autocomplete: 'email', value: receiptEmail ?? userInfo?.email ?? '' },
  });
  const fields = { number, expires, expired: expires, cvv, email };

  const alert = make('div', { className: 'alert', hidden: true, attrs: { role: 'alert' } });
  const submit = make('button', { type: 'submit', className: 'primary' }, payLabel);
  const element = make(
    'form',
    { noValidate: true },
    number.block,
    make('div', { className: 'pair' }, expires.block, cvv.block),
    ...(asksEmail ? [email.block] : []),
    alert,
    submit,
  );
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!submit.disabled) onSubmit();
  });

  return {
    element,
    typed: () => ({
      number: number.input.value,
      expires: expires.input.value,
      cvv: cvv.input.value,
      email: asksEmail ? email.input.value : null,
      emailRequired: emailBehavior === 'Required',
    }),
    focus: () => number.input.focus(),
    reject(errors) {
      for (const error of errors) fields[error].reject(texts.errors[error]);
      const [first] = errors;
      if (first !== undefined) fields[first].input.focus();
    },
    complain(message) {
      alert.textContent = message;
      alert.hidden = message === null;
    },
    setBusy(isBusy) {
      for (const input of element.querySelectorAll('input')) input.disabled = isBusy;
      submit.disabled = isBusy;
      submit.textContent = isBusy ? texts.paying : payLabel;
    },
  };
}
