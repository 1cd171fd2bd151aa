/** @jsxImportSource hono/jsx */
/**
 * Section of the sandbox page about the fake of YooKassa: the switch of new orders, the settings of the shop, and the
 * payments and refunds with the actions of payers, banks and the operator.
 */
import type { ShopChoices, YooKassaState } from '../fakeYooKassa/controls';
import { NEW_ORDERS, type NewOrdersSwitch } from '../outside/newOrders';
import { PAYMENTS, TIME } from '../texts/page';
import { YOOKASSA } from '../texts/yooKassa';
import { Empty } from './document';
import { Deliveries, NumberForm } from './forms';
import { momentText, moneyText } from './moments';

/** Maximum number of payments and refunds that the page shows, newest first. */
const SHOWN = 10;

const CHIPS: Readonly<Record<YooKassaState['payments'][number]['status'], string>> = {
  pending: 'chip',
  waiting_for_capture: 'chip',
  succeeded: 'chip good',
  canceled: 'chip bad',
};

/** Cancellation reason of a hold that the shop has released. */
const RELEASED = 'canceled_by_merchant';

/** Buttons that set the card provider of new orders. */
export const NewOrders = ({ current }: { current: ReturnType<NewOrdersSwitch['current']> }) => (
  <form data-call="newOrders" data-done={YOOKASSA.newOrdersDone} class="coming">
    <span class="label" id="new-orders-label">
      {YOOKASSA.newOrders}
    </span>
    <div class="row" role="group" aria-labelledby="new-orders-label">
      {NEW_ORDERS.map((provider) => (
        <button
          class="button small"
          name="provider"
          value={provider}
          data-key={`new-orders-${provider}`}
          aria-pressed={provider === current ? 'true' : 'false'}
        >
          {YOOKASSA.newOrdersAt[provider]}
        </button>
      ))}
    </div>
  </form>
);

const Switch = ({
  name,
  isOn,
}: {
  name: 'autopayments' | 'retriesInWidget' | 'refundsPend';
  isOn: boolean;
}) => (
  <form data-call="yookassa" data-done={YOOKASSA.settingsDone}>
    <span class="label" id={`yookassa-${name}`}>
      {YOOKASSA[name].label}
    </span>
    <div class="row" role="group" aria-labelledby={`yookassa-${name}`}>
      {([true, false] as const).map((value) => (
        <button
          class="button small"
          name={name}
          value={String(value)}
          data-as="boolean"
          data-key={`yookassa-${name}-${String(value)}`}
          aria-pressed={value === isOn ? 'true' : 'false'}
        >
          {value ? YOOKASSA[name].on : YOOKASSA[name].off}
        </button>
      ))}
    </div>
  </form>
);

const Settings = ({ settings }: { settings: ShopChoices }) => (
  <details data-key="yookassa-settings">
    <summary data-key="yookassa-settings-summary">{YOOKASSA.settings}</summary>
    <div class="inside">
      <Switch name="autopayments" isOn={settings.autopayments} />
      <Switch name="retriesInWidget" isOn={settings.retriesInWidget} />
      <Switch name="refundsPend" isOn={settings.refundsPend} />
      <form data-call="yookassa" data-done={YOOKASSA.settingsDone}>
        <span class="label" id="yookassa-next-charge">
          {YOOKASSA.nextCharge}
        </span>
        <div class="row" role="group" aria-labelledby="yookassa-next-charge">
          {Object.entries(YOOKASSA.nextChargeReasons).map(([reason, label]) => (
            <button
              class="button small"
              name="nextChargeReason"
              value={reason}
              data-key={`yookassa-next-${reason}`}
              aria-pressed={settings.nextChargeReason === reason ? 'true' : 'false'}
            >
              {label}
            </button>
          ))}
          <button
            class="button small"
            name="nextChargeReason"
            value="null"
            data-as="null"
            data-key="yookassa-next-usual"
            aria-pressed={settings.nextChargeReason === null ? 'true' : 'false'}
          >
            {YOOKASSA.nextChargeUsual}
          </button>
        </div>
      </form>
      <NumberForm
        call="yookassa"
        done={YOOKASSA.settingsDone}
        name="skewMs"
        label={PAYMENTS.skew}
        value={String(settings.skewMs)}
        button={PAYMENTS.setSkew}
      />
    </div>
  </details>
);

const Action = ({ id, action, label, done }: { id: string; action: string; label: string; done: string }) => (
  <form data-call={`yookassa/${id}`} data-done={done}>
    <button class="button small" name="action" value={action} data-key={`yookassa-${action}-${id}`}>
      {label}
    </button>
  </form>
);

interface EntryProps {
  entry: { id: string; at: string; amountKopecks: number; status: keyof typeof CHIPS };
  /** CSS class of the status. The default depends on the status. */
  chip?: string;
  name: string;
  details: readonly (readonly [string, string | null])[];
  actions: readonly Parameters<typeof Action>[0][];
}

const Entry = ({ entry, chip = CHIPS[entry.status], name, details, actions }: EntryProps) => (
  <li class="entry">
    <div class="title">
      <h3>
        <span class="money">{moneyText(entry.amountKopecks)}</span>
      </h3>
      <span class={chip}>{YOOKASSA.statuses[entry.status]}</span>
    </div>
    <p class="muted">
      {name} {entry.id} · <time datetime={entry.at}>{momentText(entry.at)}</time> {TIME.zone}
    </p>
    {details.every(([, value]) => value === null) ? null : (
      <dl class="details">
        {details.map(([label, value]) =>
          value === null ? null : (
            <>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </>
          ),
        )}
      </dl>
    )}
    {actions.length === 0 ? null : (
      <div class="row">
        {actions.map((action) => (
          <Action {...action} />
        ))}
      </div>
    )}
  </li>
);

function paymentEntry(payment: YooKassaState['payments'][number]): EntryProps {
  const { id, methodId, refundedKopecks, amountKopecks, status } = payment;
  const isRefundable = status === 'succeeded' && refundedKopecks < amountKopecks;
  return {
    entry: payment,
    // The hold of a card verification is always released, which is no failure.
    ...(payment.reason === RELEASED ? { chip: 'chip' } : {}),
    name: YOOKASSA.payment,
    details: [
      [YOOKASSA.card, payment.cardMask],
      [YOOKASSA.reason, payment.reason],
      [YOOKASSA.refunded, refundedKopecks === 0 ? null : moneyText(refundedKopecks)],
    ],
    actions: [
      ...(isRefundable
        ? [{ id, action: 'refund', label: YOOKASSA.refundNow, done: YOOKASSA.refundDone }]
        : []),
      // A saved card has the id of its first payment, so only one entry shows the button.
      ...(methodId === id
        ? [{ id, action: 'revoke', label: YOOKASSA.revoke, done: YOOKASSA.revokeDone }]
        : []),
    ],
  };
}

function refundEntry(refund: YooKassaState['refunds'][number]): EntryProps {
  const { id, status } = refund;
  return {
    entry: refund,
    name: YOOKASSA.refund,
    details: [
      [YOOKASSA.of, refund.paymentId],
      [YOOKASSA.reason, refund.reason],
    ],
    actions:
      status === 'pending'
        ? [
            { id, action: 'settle', label: YOOKASSA.settle, done: YOOKASSA.settleDone },
            { id, action: 'reject', label: YOOKASSA.reject, done: YOOKASSA.rejectDone },
          ]
        : [],
  };
}

export const YooKassaSection = ({ settings, payments, refunds }: YooKassaState) => {
  const entries = [...payments.map(paymentEntry), ...refunds.map(refundEntry)]
    .sort((one, other) => other.entry.at.localeCompare(one.entry.at))
    .slice(0, SHOWN);
  return (
    <>
      <h3 class="next">{YOOKASSA.title}</h3>
      <Deliveries call="yookassa" knobs={settings} />
      <Settings settings={settings} />
      {entries.length === 0 ? (
        <Empty title={YOOKASSA.empty} hint={YOOKASSA.emptyHint} />
      ) : (
        <ol class="entries">
          {entries.map((entry) => (
            <Entry {...entry} />
          ))}
        </ol>
      )}
    </>
  );
};
