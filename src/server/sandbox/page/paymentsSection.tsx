/** @jsxImportSource hono/jsx */
/**
 * Payments section of the sandbox page. The section shows the payments of the fake card provider and the controls of
 * its notifications.
 */
import {
  type FakePayment,
  type NotificationKnobs,
  type NotificationType,
  type PlannedFailure,
  REST_METHODS,
  type TerminalSettings,
} from '../fakeCardProvider/fakeCardProvider';
import { PAYMENTS, TIME } from '../texts/page';
import { Empty } from './document';
import { Deliveries, MINUTE_MS, NumberForm } from './forms';
import { momentText, moneyText } from './moments';

/** Suggested values in the forms that simulate the card provider's dashboard. */
const ANOTHER_CARD = '5555 5555 5555 4444';
const POSTPONED_DAYS = 10;

const STATUS_LOOKS: Readonly<Record<FakePayment['status'], string>> = {
  started: 'chip',
  awaiting3ds: 'chip',
  completed: 'chip good',
  declined: 'chip bad',
  refunded: 'chip',
};

const NOTE_LOOKS: Readonly<Record<FakePayment['notifications'][number]['state'], string>> = {
  pending: 'chip',
  delivered: 'chip good',
  dropped: 'chip bad',
  failed: 'chip bad',
};

/** Returns the notification types that a payment can cause, the most likely type first. */
function listNotificationTypes({ operation, status, recurringPayment }: FakePayment): NotificationType[] {
  if (operation === 'refund') return ['refund', 'receipt'];
  const types: NotificationType[] = [];
  if (['completed', 'refunded'].includes(status)) types.push('pay');
  if (status === 'declined') types.push('fail');
  if (status === 'refunded') types.push('refund');
  if (recurringPayment !== null) types.push('recurrent');
  if (['completed', 'refunded'].includes(status)) types.push('receipt');
  return [...types, 'check'];
}

const Note = ({ note }: { note: FakePayment['notifications'][number] }) => (
  <li class="note">
    <span>{PAYMENTS.types[note.type]}</span>
    <span class={NOTE_LOOKS[note.state]}>{PAYMENTS.states[note.state]}</span>
    <span class="muted">
      {note.state === 'pending' ? `${PAYMENTS.due} ${momentText(note.dueAt)} ${TIME.zone}` : null}
      {note.attempts > 1 ? ` ${PAYMENTS.attempts}: ${note.attempts}` : null}
    </span>
  </li>
);

const Notifications = ({ payment }: { payment: FakePayment }) => (
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
            {listNotificationTypes(payment).map((type) => (
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

/** Reason code after which the card provider does not retry the charge. */
const FINAL_DECLINE = 5057;

const RecurringPayment = ({ payment: { id, recurringPayment } }: { payment: FakePayment }) =>
  recurringPayment?.nextChargeAt ? (
    <>
      <form data-call={`payments/${id}/failNext`} data-done={PAYMENTS.failNextDone}>
        <div class="row">
          <button class="button small" data-key={`fail-${id}`} disabled={recurringPayment.failNext}>
            {PAYMENTS.failNext}
          </button>
          <button
            class="button small"
            name="reasonCode"
            value={String(FINAL_DECLINE)}
            data-as="number"
            data-key={`fail-for-good-${id}`}
            disabled={recurringPayment.failNext}
          >
            {PAYMENTS.failNextForGood}
          </button>
        </div>
      </form>
      <Dashboard paymentId={id} amountKopecks={recurringPayment.amountKopecks} />
    </>
  ) : null;

/** Form that simulates one change of a recurring payment in the card provider's dashboard. */
const DashboardForm = ({
  paymentId,
  action,
  field,
  label,
  value,
  button,
}: {
  paymentId: string;
  action: string;
  field: { name: string; type: 'number' | 'text' };
  label: string;
  value: string;
  button: string;
}) => (
  <form data-call={`payments/${paymentId}/recurringPayment`} data-done={PAYMENTS.dashboardDone}>
    <div class="row joined">
      <div class="field grow">
        <label for={`${action}-${paymentId}`}>{label}</label>
        <input
          id={`${action}-${paymentId}`}
          name={field.name}
          type={field.type}
          {...(field.type === 'number' ? { 'data-as': 'number', min: '1' } : {})}
          value={value}
          required
        />
      </div>
      <button class="button" name="action" value={action} data-key={`${action}-button-${paymentId}`}>
        {button}
      </button>
    </div>
  </form>
);

const Dashboard = ({ paymentId, amountKopecks }: { paymentId: string; amountKopecks: number }) => (
  <details data-key={`dashboard-${paymentId}`}>
    <summary data-key={`dashboard-summary-${paymentId}`}>
      {PAYMENTS.dashboard}
      <span class="visually-hidden">
        {' '}
        {PAYMENTS.number}
        {paymentId}
      </span>
    </summary>
    <div class="inside">
      <p class="muted">{PAYMENTS.dashboardHint}</p>
      <DashboardForm
        paymentId={paymentId}
        action="amount"
        field={{ name: 'amountKopecks', type: 'number' }}
        label={PAYMENTS.amount}
        value={String(amountKopecks)}
        button={PAYMENTS.changeAmount}
      />
      <DashboardForm
        paymentId={paymentId}
        action="card"
        field={{ name: 'number', type: 'text' }}
        label={PAYMENTS.newCard}
        value={ANOTHER_CARD}
        button={PAYMENTS.replaceCard}
      />
      <DashboardForm
        paymentId={paymentId}
        action="postpone"
        field={{ name: 'days', type: 'number' }}
        label={PAYMENTS.postponeDays}
        value={String(POSTPONED_DAYS)}
        button={PAYMENTS.postpone}
      />
    </div>
  </details>
);

function recurringPaymentText({ recurringPayment }: FakePayment): string | null {
  if (recurringPayment === null) return null;
  const { status, nextChargeAt, failNext } = recurringPayment;
  return [
    PAYMENTS.recurringPaymentStates[status],
    ...(nextChargeAt === null ? [] : [`${PAYMENTS.nextCharge} ${momentText(nextChargeAt)} ${TIME.zone}`]),
    ...(failNext ? [PAYMENTS.willFail] : []),
  ].join(', ');
}

const Payment = ({ payment, isLatest }: { payment: FakePayment; isLatest: boolean }) => {
  const details: [string, string | null][] = [
    [PAYMENTS.account, payment.email ?? payment.accountId],
    [PAYMENTS.card, payment.cardMask],
    [PAYMENTS.order, payment.orderId],
    [PAYMENTS.reason, payment.reasonCode === 0 ? null : String(payment.reasonCode)],
    [PAYMENTS.recurringPayment, recurringPaymentText(payment)],
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
      <dl class="details">
        {details.map(([name, value]) =>
          value === null ? null : (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ),
        )}
      </dl>
      <Notifications payment={payment} />
      {isLatest ? <RecurringPayment payment={payment} /> : null}
    </li>
  );
};

/**
 * Returns whether a payment is the newest of its recurring payment. The page shows the controls of a recurring payment
 * next to its newest payment.
 */
function isLatestOfRecurringPayment(
  { id, recurringPayment }: FakePayment,
  payments: readonly FakePayment[],
): boolean {
  return payments.find((payment) => payment.recurringPayment?.id === recurringPayment?.id)?.id === id;
}

const Failing = ({ failures }: { failures: PaymentsSectionProps['failures'] }) => (
  <details data-key="failing">
    <summary data-key="failing-summary">
      {PAYMENTS.failing}{' '}
      <span class="muted">
        {failures.length === 0
          ? null
          : `${PAYMENTS.failingNow} ${failures
              .map(({ method, times, status }) => `${method} × ${times}${status === 429 ? ' (429)' : ''}`)
              .join(', ')}`}
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
          <label for="failing-status">{PAYMENTS.failingResponse}</label>
          <select id="failing-status" name="status" data-as="number">
            <option value="200">{PAYMENTS.failingResponses[200]}</option>
            <option value="429">{PAYMENTS.failingResponses[429]}</option>
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

const TerminalSection = ({ terminal }: { terminal: TerminalSettings }) => (
  <details data-key="terminal">
    <summary data-key="terminal-summary">{PAYMENTS.terminal}</summary>
    <div class="inside">
      <form data-call="card/terminal" data-done={PAYMENTS.terminalDone}>
        <span class="label" id="names-account-label">
          {PAYMENTS.namesAccount}
        </span>
        <div class="row" role="group" aria-labelledby="names-account-label">
          {([true, false] as const).map((value) => (
            <button
              class="button small"
              name="namesAccount"
              value={String(value)}
              data-as="boolean"
              data-key={`names-account-${String(value)}`}
              aria-pressed={terminal.namesAccount === value ? 'true' : 'false'}
            >
              {value ? PAYMENTS.namesAccountOn : PAYMENTS.namesAccountOff}
            </button>
          ))}
        </div>
      </form>
      <NumberForm
        call="card/terminal"
        done={PAYMENTS.terminalDone}
        name="balanceKopecks"
        label={PAYMENTS.balance}
        value={terminal.balanceKopecks === null ? '' : String(terminal.balanceKopecks)}
        placeholder={PAYMENTS.noBalance}
        button={PAYMENTS.setBalance}
      />
      <NumberForm
        call="card/terminal"
        done={PAYMENTS.terminalDone}
        name="skewMs"
        label={PAYMENTS.skew}
        value={String(terminal.skewMs)}
        button={PAYMENTS.setSkew}
      />
    </div>
  </details>
);

export interface PaymentsSectionProps {
  /** Payments at the fake card provider, newest first. */
  payments: readonly FakePayment[];
  knobs: NotificationKnobs;
  /** Methods of the card provider's REST API that are set to fail. */
  failures: readonly PlannedFailure[];
  terminal: TerminalSettings;
  hasOlder: boolean;
}

export const PaymentsSection = ({ payments, knobs, failures, terminal, hasOlder }: PaymentsSectionProps) => (
  <>
    <h3 class="next">{PAYMENTS.provider}</h3>
    <Deliveries call="notifications" knobs={knobs} />
    <Failing failures={failures} />
    <TerminalSection terminal={terminal} />
    {payments.length === 0 ? (
      <Empty title={PAYMENTS.empty} hint={PAYMENTS.emptyHint} />
    ) : (
      <ol class="entries">
        {payments.map((payment) => (
          <Payment payment={payment} isLatest={isLatestOfRecurringPayment(payment, payments)} />
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
