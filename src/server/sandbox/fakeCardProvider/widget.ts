/**
 * The card widget of the sandbox's provider, with the global and the two dialects of the real one.
 * It runs in the browser: `installCardWidget` is served as text, so it stands alone and takes all
 * that it needs as its argument. The dialog lives in an open shadow root with a constructed
 * stylesheet, since the content security policy allows no inline styles.
 */
import type { CardDialogTexts } from '../texts/cardDialog';

interface Recurrent {
  interval: 'Day' | 'Week' | 'Month';
  period: number;
  amount?: number;
  startDate?: string;
  receipt?: unknown;
}

/** Parameters of the current dialect that the dialog understands. */
export interface StartParameters {
  publicTerminalId: string;
  amount: number;
  currency: string;
  paymentSchema?: string;
  description?: string;
  externalId?: string;
  receiptEmail?: string;
  emailBehavior?: 'Required' | 'Hidden' | 'Optional';
  skin?: string;
  retryPayment?: boolean;
  recurrent?: Recurrent;
  receipt?: unknown;
  userInfo?: { accountId?: string; email?: string };
}

export type WidgetResult =
  | { type: 'cancel' }
  | { type: 'payment'; status: 'success'; data: { transactionId: number } }
  | { type: 'error'; status: 'fail'; data: { transactionId: number; ReasonCode: number }; message: string };

interface OldOptions {
  publicId: string;
  description?: string;
  amount: number;
  currency: string;
  accountId?: string;
  invoiceId?: string;
  email?: string;
  skin?: string;
  requireEmail?: boolean;
  data?: {
    CloudPayments?: { CustomerReceipt?: unknown; recurrent?: Recurrent & { customerReceipt?: unknown } };
  };
}

interface OldCallbacks {
  onSuccess?: (options: OldOptions) => void;
  onFail?: (reason: string, options: OldOptions) => void;
  onComplete?: (
    result: { success: boolean; message: string | null; code?: number },
    options: OldOptions,
  ) => void;
}

type ResponseBody =
  | { status: 'success' | 'threeDs'; transactionId: number }
  | { status: 'declined'; transactionId: number; reasonCode: number }
  | { status: 'rejected' };

/** Defines `cp.CloudPayments` on the page. */
export function installCardWidget(settings: { texts: CardDialogTexts; styles: string }): void {
  const { texts, styles } = settings;
  const script = document.currentScript;
  const scriptUrl = script instanceof HTMLScriptElement ? script.src : document.baseURI;
  const fakeProviderUrl = scriptUrl.replace(/(?:bundles\/)?[^/]*$/, '');
  const CONFIRMS_ITSELF_AFTER_MS = 1500;
  const CLOSES_ITSELF_AFTER_MS = 900;
  const DEADLINE_MS = 40_000;

  const money = (rubles: number, currency: string): string => {
    const digits = Number.isInteger(rubles) ? 0 : 2;
    const number = new Intl.NumberFormat('ru-RU', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(rubles);
    return `${number} ${currency === 'RUB' ? '₽' : currency}`;
  };

  const post = async (path: string, body: object): Promise<{ status: number; result: unknown }> => {
    const response = await fetch(`${fakeProviderUrl}widget/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return { status: response.status, result: await response.json() };
  };

  function make<Tag extends keyof HTMLElementTagNameMap>(
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

  /** Day and month stay on one line. */
  const longDate = (date: Date): string =>
    new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' })
      .formatToParts(date)
      .filter(({ type }) => type === 'day' || type === 'month' || type === 'year')
      .map(({ value }) => value)
      .join('\u00a0');

  function scheduleText(parameters: StartParameters): string {
    const { recurrent, amount, currency } = parameters;
    if (recurrent === undefined) return '';
    const template = recurrent.interval === 'Week' ? texts.scheduleWeek : texts.scheduleNow;
    const start = recurrent.startDate === undefined ? new Date() : new Date(recurrent.startDate);
    return template
      .replace('{amount}', money(amount, currency))
      .replace('{later}', money(recurrent.amount ?? amount, currency))
      .replace('{interval}', texts.intervals[recurrent.interval])
      .replace('{date}', longDate(start));
  }

  function reasonText(code: number): string {
    const known = Object.entries(texts.reasons).find(([reason]) => reason === String(code));
    return known === undefined ? texts.declined : known[1];
  }

  function openDialog(parameters: StartParameters): Promise<WidgetResult> {
    return new Promise((resolve) => {
      const focusedBefore = document.activeElement;
      const host = make('div', { id: 'cloudpayments-widget' });
      if (parameters.skin !== undefined) host.setAttribute('skin', parameters.skin);
      const root = host.attachShadow({ mode: 'open' });
      const sheet = new CSSStyleSheet();
      if (typeof sheet.replaceSync === 'function') {
        sheet.replaceSync(styles);
        root.adoptedStyleSheets = [sheet];
      }

      const total = money(parameters.amount, parameters.currency);
      const asksEmail = parameters.emailBehavior === 'Required' || parameters.emailBehavior === 'Optional';
      let lastDecline: { transactionId: number; ReasonCode: number; message: string } | null = null;
      let isOver = false;

      const field = (
        id: string,
        label: string,
        properties: Partial<HTMLInputElement>,
        format: (text: string) => string,
      ) => {
        const input = make('input', {
          id,
          type: 'text',
          ...properties,
          attrs: { 'aria-describedby': `${id}-error` },
        });
        const error = make('div', { id: `${id}-error`, className: 'error', hidden: true });
        input.addEventListener('input', () => {
          const caretAtEnd = input.selectionStart === input.value.length;
          const formatted = format(input.value);
          if (formatted !== input.value) {
            const caret = input.selectionStart;
            input.value = formatted;
            if (!caretAtEnd && caret !== null) input.setSelectionRange(caret, caret);
          }
          input.removeAttribute('aria-invalid');
          error.hidden = true;
        });
        return {
          input,
          reject(message: string) {
            input.setAttribute('aria-invalid', 'true');
            error.textContent = message;
            error.hidden = false;
          },
          block: make('div', { className: 'field' }, make('label', { htmlFor: id }, label), input, error),
        };
      };

      const number = field(
        'cp-number',
        texts.number,
        { inputMode: 'numeric', autocomplete: 'cc-number', placeholder: '0000 0000 0000 0000' },
        (text) =>
          text
            .replace(/\D/g, '')
            .slice(0, 19)
            .replace(/(\d{4})(?=\d)/g, '$1 '),
      );
      const expires = field(
        'cp-expires',
        texts.expires,
        { inputMode: 'numeric', autocomplete: 'cc-exp', placeholder: texts.expiresHint },
        (text) => {
          const digits = text.replace(/\D/g, '').replace(/^([2-9])/, '0$1');
          // «12/2030» as browsers fill it in is the same month as «12/30».
          const short =
            digits.length === 6 && digits.slice(2, 4) === '20'
              ? digits.slice(0, 2) + digits.slice(4)
              : digits;
          return short.length > 2 ? `${short.slice(0, 2)}/${short.slice(2, 4)}` : short;
        },
      );
      const cvv = field(
        'cp-cvv',
        texts.cvv,
        { inputMode: 'numeric', autocomplete: 'cc-csc', type: 'password', maxLength: 4 },
        (text) => text.replace(/\D/g, '').slice(0, 4),
      );
      const email = field(
        'cp-email',
        texts.email,
        {
          type: 'email',
          autocomplete: 'email',
          value: parameters.receiptEmail ?? parameters.userInfo?.email ?? '',
        },
        (text) => text,
      );
      const fields = { number, expires, expired: expires, cvv, email };

      const alert = make('div', { className: 'alert', hidden: true, attrs: { role: 'alert' } });
      const submit = make('button', { type: 'submit', className: 'primary' }, `${texts.pay} ${total}`);
      const form = make(
        'form',
        { noValidate: true },
        number.block,
        make('div', { className: 'pair' }, expires.block, cvv.block),
        ...(asksEmail ? [email.block] : []),
        alert,
        submit,
      );
      const close = make(
        'button',
        { type: 'button', className: 'close', attrs: { 'aria-label': texts.close } },
        '×',
      );
      const body = make('div', { className: 'fields' }, form);
      const schedule = scheduleText(parameters);
      const dialog = make(
        'div',
        {
          className: 'dialog',
          tabIndex: -1,
          attrs: { role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'cp-title' },
        },
        make('div', { className: 'head' }, make('h2', { id: 'cp-title' }, texts.title), close),
        ...(parameters.description ? [make('p', { className: 'muted' }, parameters.description)] : []),
        make('div', { className: 'total' }, total),
        ...(schedule === '' ? [] : [make('p', {}, schedule)]),
        body,
        make('p', { className: 'note' }, texts.sandboxNote),
      );
      root.append(make('div', { className: 'veil' }, dialog));
      document.body.append(host);
      number.input.focus();

      function finish(result: WidgetResult): void {
        if (isOver) return;
        isOver = true;
        document.removeEventListener('keydown', onKey, true);
        host.remove();
        if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
        resolve(result);
      }

      /** Closed by the payer: after a decline that is what came of it. */
      function leave(): void {
        if (lastDecline === null) {
          finish({ type: 'cancel' });
          return;
        }
        const { message, ...data } = lastDecline;
        finish({ type: 'error', status: 'fail', data, message });
      }

      function onKey(event: KeyboardEvent): void {
        if (event.key === 'Escape') {
          event.preventDefault();
          leave();
        }
        if (event.key !== 'Tab') return;
        const stops = [...dialog.querySelectorAll<HTMLElement>('button, input')].filter(
          (element) => !element.hasAttribute('disabled'),
        );
        const index = stops.findIndex((element) => element === root.activeElement);
        const isLeaving = event.shiftKey ? index <= 0 : index === -1 || index === stops.length - 1;
        if (!isLeaving) return;
        event.preventDefault();
        (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
      }

      function setBusy(isBusy: boolean): void {
        for (const input of form.querySelectorAll('input')) input.disabled = isBusy;
        submit.disabled = isBusy;
        submit.textContent = isBusy ? texts.paying : `${texts.pay} ${total}`;
      }

      function complain(message: string): void {
        alert.textContent = message;
        alert.hidden = false;
      }

      function showForm(): void {
        body.replaceChildren(form);
        setBusy(false);
      }

      function show(result: ResponseBody): void {
        if (isOver) return;
        switch (result.status) {
          case 'success': {
            const message = make('div', { className: 'success', attrs: { role: 'status' } }, texts.success);
            body.replaceChildren(message);
            const outcome: WidgetResult = {
              type: 'payment',
              status: 'success',
              data: { transactionId: result.transactionId },
            };
            close.onclick = () => finish(outcome);
            setTimeout(() => finish(outcome), CLOSES_ITSELF_AFTER_MS);
            return;
          }
          case 'threeDs':
            showThreeDs(result.transactionId);
            return;
          case 'declined': {
            const message = reasonText(result.reasonCode);
            lastDecline = { transactionId: result.transactionId, ReasonCode: result.reasonCode, message };
            if (parameters.retryPayment === false) {
              leave();
              return;
            }
            showForm();
            complain(message);
            number.input.focus();
            return;
          }
          case 'rejected':
            showForm();
            complain(texts.failed);
        }
      }

      function showThreeDs(transactionId: number): void {
        let isAnswered = false;
        const reply = (confirm: boolean): void => {
          if (isAnswered || isOver) return;
          isAnswered = true;
          clearTimeout(timer);
          void ask('3ds', { transactionId, confirm });
        };
        const timer = setTimeout(() => reply(true), CONFIRMS_ITSELF_AFTER_MS);
        const confirm = make('button', { type: 'button', className: 'primary' }, texts.confirm);
        const reject = make('button', { type: 'button', className: 'quiet' }, texts.reject);
        confirm.addEventListener('click', () => reply(true));
        reject.addEventListener('click', () => reply(false));
        body.replaceChildren(
          make(
            'div',
            { className: 'fields', attrs: { role: 'status' } },
            make('h2', {}, texts.threeDsTitle),
            make('p', { className: 'muted' }, texts.threeDsText),
          ),
          make('div', { className: 'row' }, reject, confirm),
        );
        confirm.focus();
      }

      async function ask(path: string, request: object): Promise<void> {
        try {
          const { result } = await post(path, request);
          show(result as ResponseBody);
        } catch {
          show({ status: 'rejected' });
        }
      }

      async function pay(): Promise<void> {
        alert.hidden = true;
        setBusy(true);
        try {
          const { result } = await post('token', {
            number: number.input.value,
            expires: expires.input.value,
            cvv: cvv.input.value,
            email: asksEmail ? email.input.value : null,
            emailRequired: parameters.emailBehavior === 'Required',
          });
          const { token, errors } = result as { token?: string; errors?: (keyof typeof fields)[] };
          if (token === undefined) {
            setBusy(false);
            for (const error of errors ?? []) fields[error].reject(texts.errors[error]);
            const [first] = errors ?? [];
            if (first !== undefined) fields[first].input.focus();
            return;
          }
          const { recurrent } = parameters;
          const typedEmail = asksEmail ? email.input.value.trim() : '';
          await ask('pay', {
            publicTerminalId: parameters.publicTerminalId,
            token,
            amount: parameters.amount,
            currency: parameters.currency,
            description: parameters.description ?? '',
            externalId: parameters.externalId ?? null,
            accountId: parameters.userInfo?.accountId ?? null,
            email: typedEmail === '' ? (parameters.receiptEmail ?? null) : typedEmail,
            recurrent:
              recurrent === undefined
                ? null
                : {
                    interval: recurrent.interval,
                    period: recurrent.period,
                    amount: recurrent.amount ?? null,
                    startDate: recurrent.startDate ?? null,
                    receipt: recurrent.receipt ?? null,
                  },
            receipt: parameters.receipt ?? null,
          });
        } catch {
          show({ status: 'rejected' });
        }
      }

      close.onclick = leave;
      document.addEventListener('keydown', onKey, true);
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        if (!submit.disabled) void pay();
      });
    });
  }

  class CloudPayments {
    /** Called with the result of `start`. */
    oncomplete: ((result: WidgetResult) => void) | null = null;

    async start(parameters: StartParameters): Promise<WidgetResult> {
      const result = await openDialog(parameters);
      this.oncomplete?.(result);
      return result;
    }

    /** The older dialect. */
    pay(_schema: 'charge' | 'auth', options: OldOptions, callbacks: OldCallbacks = {}): void {
      const recurrent = options.data?.CloudPayments?.recurrent;
      void openDialog({
        publicTerminalId: options.publicId,
        amount: options.amount,
        currency: options.currency,
        emailBehavior: options.requireEmail === true ? 'Required' : 'Hidden',
        ...(options.description === undefined ? {} : { description: options.description }),
        ...(options.invoiceId === undefined ? {} : { externalId: options.invoiceId }),
        ...(options.email === undefined ? {} : { receiptEmail: options.email }),
        ...(options.skin === undefined ? {} : { skin: options.skin }),
        ...(recurrent === undefined
          ? {}
          : { recurrent: { ...recurrent, receipt: recurrent.customerReceipt } }),
        receipt: options.data?.CloudPayments?.CustomerReceipt,
        ...(options.accountId === undefined ? {} : { userInfo: { accountId: options.accountId } }),
      }).then((result) => {
        if (result.type === 'payment') {
          callbacks.onSuccess?.(options);
          callbacks.onComplete?.({ success: true, message: null }, options);
          return;
        }
        const message = result.type === 'error' ? result.message : 'User has cancelled';
        callbacks.onFail?.(message, options);
        callbacks.onComplete?.(
          {
            success: false,
            message,
            ...(result.type === 'error' ? { code: result.data.ReasonCode } : {}),
          },
          options,
        );
      });
    }

    charge(options: OldOptions, success?: OldCallbacks['onSuccess'], fail?: OldCallbacks['onFail']): void {
      this.pay('charge', options, {
        ...(success === undefined ? {} : { onSuccess: success }),
        ...(fail === undefined ? {} : { onFail: fail }),
      });
    }

    auth(options: OldOptions, success?: OldCallbacks['onSuccess'], fail?: OldCallbacks['onFail']): void {
      this.charge(options, success, fail);
    }
  }

  Object.assign(window, { cp: { CloudPayments } });
}
