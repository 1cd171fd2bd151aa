/** @jsxImportSource hono/jsx */
/** Payments as the card provider's stand-in knows them, with its notifications in hand. */
import {
  type NotificationKnobs,
  type NotificationType,
  type PeerPayment,
  REST_METHODS,
  type RestMethod,
} from '../cardPeer/cardPeer';
import { PAYMENTS, TIME } from '../texts/page';
import { Empty } from './document';
import { momentText, moneyText } from './moments';

const MINUTE_MS = 60_000;

const STATUS_LOOKS: Readonly<Record<PeerPayment['status'], string>> = {
  started: 'chip',
  awaiting3ds: 'chip',
  completed: 'chip good',
  declined: 'chip bad',
  refunded: 'chip',
};

const NOTE_LOOKS: Readonly<Record<PeerPayment['notifications'][number]['state'], string>> = {
  pending: 'chip',
  delivered: 'chip good',
  dropped: 'chip bad',
  failed: 'chip bad',
};

/** The notifications that a payment can give, the likeliest first. */
function typesOf({ operation, status, recurrence }: PeerPayment): NotificationType[] {
  if (operation === 'refund') return ['refund', 'receipt'];
  const types: NotificationType[] = [];
  if (['completed', 'refunded'].includes(status)) types.push('pay');
  if (status === 'declined') types.push('fail');
  if (status === 'refunded') types.push('refund');
  if (recurrence !== null) types.push('recurrent');
  if (['completed', 'refunded'].includes(status)) types.push('receipt');
  return [...types, 'check'];
}

const Note = ({ note }: { note: PeerPayment['notifications'][number] }) => (
  <li class="note">
    <span>{PAYMENTS.types[note.type]}</span>
    <span class={NOTE_LOOKS[note.state]}>{PAYMENTS.states[note.state]}</span>
    <span class="muted">
      {note.state === 'pending' ? `${PAYMENTS.due} ${momentText(note.dueAt)} ${TIME.zone}` : null}
      {note.attempts > 1 ? ` ${PAYMENTS.attempts}: ${note.attempts}` : null}
    </span>
  </li>
);

const Notifications = ({ payment }: { payment: PeerPayment }) => (
  <details data-key={`notifications-${payment.id}`}>
    <summary data-key={`notifications-summary-${payment.id}`}>
      {PAYMENTS.notifications}
      <span class="visually-hidden">
        {' '}
        {PAYMENTS.number}
        {payment.id}
      </span>{' '}
      <span class="muted">{payment.notifications.length}</span>
    </summary>
    <div class="inside">
      {payment.notifications.length === 0 ? (
        <p class="muted">{PAYMENTS.noNotifications}</p>
      ) : (
        <ul class="notes">
          {payment.notifications.map((note) => (
            <Note note={note} />
          ))}
        </ul>
      )}
      <form data-call={`payments/${payment.id}/notify`} data-done={PAYMENTS.sent}>
        <div class="field">
          <label for={`notify-${payment.id}`}>{PAYMENTS.send}</label>
          <select id={`notify-${payment.id}`} name="type">
            {typesOf(payment).map((type) => (
              <option value={type}>{PAYMENTS.types[type]}</option>
            ))}
          </select>
        </div>
        <div class="row">
          <button class="button small" data-key={`deliver-${payment.id}`}>
            {PAYMENTS.deliver}
          </button>
          <button
            class="button small"
            name="copies"
            value="2"
            data-as="number"
            data-key={`twice-${payment.id}`}
          >
            {PAYMENTS.deliverTwice}
          </button>
          <button
            class="button small"
            name="delayMs"
            value={String(MINUTE_MS)}
            data-as="number"
            data-key={`later-${payment.id}`}
          >
            {PAYMENTS.deliverLater}
          </button>
        </div>
      </form>
    </div>
  </details>
);

const Recurrence = ({ payment: { id, recurrence } }: { payment: PeerPayment }) =>
  recurrence?.nextChargeAt ? (
    <form data-call={`payments/${id}/failNext`} data-done={PAYMENTS.failNextDone}>
      <div class="row">
        <button class="button small" data-key={`fail-${id}`} disabled={recurrence.failNext}>
          {PAYMENTS.failNext}
        </button>
      </div>
    </form>
  ) : null;

function recurrenceText({ recurrence }: PeerPayment): string | null {
  if (recurrence === null) return null;
  const { status, nextChargeAt, failNext } = recurrence;
  return [
    PAYMENTS.recurrenceStates[status],
    ...(nextChargeAt === null ? [] : [`${PAYMENTS.nextCharge} ${momentText(nextChargeAt)} ${TIME.zone}`]),
    ...(failNext ? [PAYMENTS.willFail] : []),
  ].join(', ');
}

const Payment = ({ payment, isLatest }: { payment: PeerPayment; isLatest: boolean }) => {
  const facts: [string, string | null][] = [
    [PAYMENTS.account, payment.email ?? payment.accountId],
    [PAYMENTS.card, payment.cardMask],
    [PAYMENTS.order, payment.orderId],
    [PAYMENTS.reason, payment.reasonCode === 0 ? null : String(payment.reasonCode)],
    [PAYMENTS.recurrence, recurrenceText(payment)],
  ];
  return (
    <li class="entry">
      <div class="title">
        <h3>
          <span class="money">{moneyText(payment.amountKopecks)}</span>
        </h3>
        <span class={STATUS_LOOKS[payment.status]}>{PAYMENTS.statuses[payment.status]}</span>
      </div>
      <p class="muted">
        {PAYMENTS.number}
        {payment.id} · {payment.operation === 'refund' ? PAYMENTS.refundTitle : PAYMENTS.roles[payment.role]}{' '}
        · <time datetime={payment.at}>{momentText(payment.at)}</time> {TIME.zone}
      </p>
      <dl class="facts">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ),
        )}
      </dl>
      <Notifications payment={payment} />
      {isLatest ? <Recurrence payment={payment} /> : null}
    </li>
  );
};

/** A recurrence is steered at its newest payment. */
function isLatestOfRecurrence({ id, recurrence }: PeerPayment, payments: readonly PeerPayment[]): boolean {
  return payments.find((payment) => payment.recurrence?.id === recurrence?.id)?.id === id;
}

const Coming = ({ knobs }: { knobs: NotificationKnobs }) => {
  const choices = [
    {
      label: PAYMENTS.comingNow,
      name: 'drop',
      value: 'false',
      as: 'boolean',
      isOn: !knobs.drop && knobs.copies === 1 && knobs.delayMs === 0,
    },
    {
      label: PAYMENTS.comingTwice,
      name: 'copies',
      value: '2',
      as: 'number',
      isOn: !knobs.drop && knobs.copies > 1,
    },
    {
      label: PAYMENTS.comingLater,
      name: 'delayMs',
      value: String(MINUTE_MS),
      as: 'number',
      isOn: !knobs.drop && knobs.delayMs > 0,
    },
    { label: PAYMENTS.comingDropped, name: 'drop', value: 'true', as: 'boolean', isOn: knobs.drop },
  ];
  return (
    <form data-call="notifications" data-done={PAYMENTS.comingDone} class="coming">
      <span class="label" id="coming-label">
        {PAYMENTS.coming}
      </span>
      <div class="row" role="group" aria-labelledby="coming-label">
        {choices.map(({ label, name, value, as, isOn }) => (
          <button
            class="button small"
            name={name}
            value={value}
            data-as={as}
            data-key={`coming-${name}-${value}`}
            aria-pressed={isOn ? 'true' : 'false'}
          >
            {label}
          </button>
        ))}
      </div>
    </form>
  );
};

const Failing = ({ failures }: { failures: PaymentsSectionProps['failures'] }) => (
  <details data-key="failing">
    <summary data-key="failing-summary">
      {PAYMENTS.failing}{' '}
      <span class="muted">
        {failures.length === 0
          ? null
          : `${PAYMENTS.failingNow} ${failures.map(({ method, times }) => `${method} × ${times}`).join(', ')}`}
      </span>
    </summary>
    <form data-call="card/failures" data-done={PAYMENTS.failingDone} class="inside">
      <p class="muted" id="failing-hint">
        {PAYMENTS.failingHint}
      </p>
      <div class="row joined">
        <div class="field grow">
          <label for="failing-method">{PAYMENTS.failing}</label>
          <select id="failing-method" name="method" aria-describedby="failing-hint">
            {REST_METHODS.map((method) => (
              <option value={method}>{method}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="failing-times">{PAYMENTS.failingTimes}</label>
          <input
            id="failing-times"
            name="times"
            type="number"
            data-as="number"
            min="0"
            max="1000"
            value="1"
            required
          />
        </div>
        <button class="button" data-key="fail-calls">
          {PAYMENTS.fail}
        </button>
      </div>
    </form>
  </details>
);

export interface PaymentsSectionProps {
  /** Newest first. */
  payments: readonly PeerPayment[];
  knobs: NotificationKnobs;
  /** Which calls of the REST API will answer with an error. */
  failures: readonly { method: RestMethod; times: number }[];
  hasOlder: boolean;
}

export const PaymentsSection = ({ payments, knobs, failures, hasOlder }: PaymentsSectionProps) => (
  <>
    <Coming knobs={knobs} />
    <Failing failures={failures} />
    {payments.length === 0 ? (
      <Empty title={PAYMENTS.empty} hint={PAYMENTS.emptyHint} />
    ) : (
      <ol class="entries">
        {payments.map((payment) => (
          <Payment payment={payment} isLatest={isLatestOfRecurrence(payment, payments)} />
        ))}
      </ol>
    )}
    {hasOlder ? (
      <p class="muted">
        {PAYMENTS.older} <a href="/sandbox/api/payments">GET /sandbox/api/payments</a>
      </p>
    ) : null}
  </>
);
