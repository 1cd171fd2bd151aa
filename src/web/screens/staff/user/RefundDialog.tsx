/**
 * The refund of payments: which, how much, why, and what becomes of the access. One press is one refund,
 * whatever becomes of the answer: every try of it carries the same key.
 */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { STAFF_COMMENT_MAX } from '../../../../shared/constants';
import type { StaffUser } from '../../../../shared/contract/models';
import type { RefundReason, StaffPayment } from '../../../../shared/contract/staffPayments';
import { toKopecks, toRubles } from '../../../../shared/money';
import { callErrorOf, hasNoResponse } from '../../../api/callError';
import { useGetUserPaymentsQuery } from '../../../api/endpoints/staffPayments';
import { serverNow } from '../../../api/serverTime';
import { PrimaryButton } from '../../../components/controls/PrimaryButton';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { ConsoleDialog, DialogButtons } from '../../../components/staff/ConsoleDialog';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { focusFirstField } from '../../../components/staff/focusFirstField';
import { FormDialogButtons } from '../../../components/staff/FormDialogButtons';
import { FormError } from '../../../components/staff/FormError';
import { useDraft, useStoredState } from '../../../components/staff/useDraft';
import { useRequestKey } from '../../../components/staff/useRequestKey';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { isAbsent } from '../../../components/staff/useStaffRights';
import { refundPayment } from '../../../flows/staff/staffRefund';
import { useAppDispatch } from '../../../hooks/storeHooks';
import { usePlatform } from '../../../platform/PlatformContext';
import { formatDateTime } from '../../../texts/dates';
import { DIALOG_TEXTS } from '../../../texts/staff/dialog';
import { REFUND_TEXTS } from '../../../texts/staff/refund';
import { toast } from '../../../toasts/toasts';
import { REASON_CHOICES, reasonNamed } from './refundReasons';

interface RefundDialogProps {
  user: Pick<StaffUser, 'id' | 'email' | 'uid'>;
  onClose: () => void;
}

type Refundable = StaffPayment & { refundable: NonNullable<StaffPayment['refundable']> };

const isRefundable = (payment: StaffPayment): payment is Refundable => Boolean(payment.refundable);

export function RefundDialog({ user, onClose }: RefundDialogProps) {
  return (
    <ConsoleDialog title={REFUND_TEXTS.title} width={520} onClose={onClose}>
      <Customer>{REFUND_TEXTS.of(user.email ?? user.uid ?? String(user.id))}</Customer>
      <Payments user={user} onClose={onClose} />
    </ConsoleDialog>
  );
}

function Payments({ user, onClose }: RefundDialogProps) {
  const { data, error, isFetching, refetch } = useGetUserPaymentsQuery(
    { userId: user.id },
    { refetchOnMountOrArgChange: true },
  );
  // While this refund is sent, the form keeps what it was opened with; a rejection shows what is left now.
  const [shown, setShown] = useState<typeof data>(undefined);
  const [isStale, setIsStale] = useState(true);
  const [rejection, setRejection] = useState<string | null>(null);
  if (isStale && data !== undefined && !isFetching) {
    setShown(data);
    setIsStale(false);
  }
  const onRejected = (reason: string): void => {
    setRejection(reason);
    void refetch().then(() => setIsStale(true));
  };
  if (shown === undefined && isAbsent(error)) return <LastPayment user={user} onClose={onClose} />;
  if (shown === undefined && error !== undefined) {
    return (
      <>
        <p role="alert">{callErrorOf(error).reason ?? REFUND_TEXTS.loadFailed}</p>
        <DialogButtons>
          <SmallButton onClick={onClose}>{DIALOG_TEXTS.close}</SmallButton>
          <PrimaryButton size="small" fullWidth={false} onClick={() => void refetch()}>
            {DIALOG_TEXTS.retry}
          </PrimaryButton>
        </DialogButtons>
      </>
    );
  }
  if (shown === undefined) {
    return (
      <div role="status" aria-label={REFUND_TEXTS.loading}>
        <Skeleton height={44} />
        <Skeleton height={44} />
        <Skeleton height={120} />
      </div>
    );
  }
  const payments = shown.payments.filter(isRefundable);
  const [newest] = payments;
  if (newest === undefined) {
    return (
      <>
        {rejection !== null && (
          <FormError title={REFUND_TEXTS.rejected}>
            <span>{rejection}</span>
          </FormError>
        )}
        <p>{REFUND_TEXTS.nothing}</p>
        <DialogButtons>
          <SmallButton onClick={onClose}>{DIALOG_TEXTS.close}</SmallButton>
        </DialogButtons>
      </>
    );
  }
  return (
    <RefundForm
      user={user}
      payments={[newest, ...payments.slice(1)]}
      nextCharge={shown.nextChargeAt ? { at: shown.nextChargeAt, amount: shown.nextChargeAmount ?? 0 } : null}
      accessUntil={shown.accessUntil ?? null}
      onRejected={onRejected}
      onClose={onClose}
    />
  );
}

/** On a server that lists no payments: the last one, whole. */
function LastPayment({ user, onClose }: RefundDialogProps) {
  const dispatch = useAppDispatch();
  const { send, isSending } = useStaffChange(REFUND_TEXTS.subject);
  const [trouble, setTrouble] = useState<Trouble>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTrouble(null);
    void send(
      () => dispatch(refundPayment({ email: user.email ?? null, uid: user.uid ?? null })),
      (outcome) => {
        if (outcome === 'unknown') {
          setTrouble({ kind: 'unknown' });
          return;
        }
        toast.success(REFUND_TEXTS.success);
        onClose();
      },
      {
        onFailed: (error) =>
          setTrouble(
            hasNoResponse(error)
              ? { kind: 'unknown' }
              : { kind: 'rejected', reason: error.reason ?? error.message },
          ),
      },
    );
  };
  return (
    <Form noValidate onSubmit={submit}>
      <p>{REFUND_TEXTS.lastPayment}</p>
      <TroubleNotice trouble={trouble} unknown={REFUND_TEXTS.unknownOfLast} />
      <FormDialogButtons isSending={isSending} sendingLabel={REFUND_TEXTS.submitting} onClose={onClose}>
        {REFUND_TEXTS.title}
      </FormDialogButtons>
    </Form>
  );
}

interface RefundFormProps extends RefundDialogProps {
  payments: readonly [Refundable, ...Refundable[]];
  nextCharge: { at: string; amount: number } | null;
  /** End of the access that there is now; null: not known, or none. */
  accessUntil: string | null;
  /** The server rejected the refund, for example because another agent has refunded meanwhile. */
  onRejected: (reason: string) => void;
}

/** Until when access lasts once the rest of what these payments bought is taken away; null: it ends at once. */
function accessWithout(
  payments: readonly Refundable[],
  accessUntil: string | null,
  now: number,
): string | null {
  const [single] = payments;
  if (payments.length === 1 || accessUntil === null) return single?.refundable.accessUntil ?? null;
  // What each bought is a piece of its own: all that is lost is the sum of what each alone loses.
  const end = Date.parse(accessUntil);
  const lost = payments.reduce((sum, { refundable }) => {
    const alone = refundable.accessUntil ? Date.parse(refundable.accessUntil) : now;
    return sum + Math.max(0, end - alone);
  }, 0);
  return end - lost > now ? new Date(end - lost).toISOString() : null;
}

type Trouble = { kind: 'rejected'; reason: string } | { kind: 'unknown' } | null;

/** `unknown`: what to do where no answer has come. */
function TroubleNotice({ trouble, unknown }: { trouble: Trouble; unknown: string }) {
  const isRejected = trouble?.kind === 'rejected';
  return (
    <FormError title={trouble && (isRejected ? REFUND_TEXTS.rejected : REFUND_TEXTS.unknown)}>
      {trouble && <span>{isRejected ? trouble.reason : unknown}</span>}
    </FormError>
  );
}

/** Rubles of several payments, to the kopeck. */
const sumOf = (amounts: readonly number[]): number =>
  toRubles(amounts.reduce((sum, amount) => sum + toKopecks(amount), 0));

/** Rubles as typed, with a dot or a comma; null when it is no amount. */
function readAmount(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

function RefundForm({ user, payments, nextCharge, accessUntil, onRejected, onClose }: RefundFormProps) {
  const commentId = useId();
  const dispatch = useAppDispatch();
  const { send, isSending } = useStaffChange(REFUND_TEXTS.subject);
  const platform = usePlatform();
  const draft = useDraft('refund', user.id);
  const { typed: found } = draft;
  const [chosenIds, setChosenIds] = useState<readonly string[]>(
    found['transactionIds']?.split(' ') ?? [payments[0].transactionId],
  );
  const chosen = payments.filter(({ transactionId }) => chosenIds.includes(transactionId));
  const [access, setAccess] = useState<'end' | 'keep'>(found['access'] === 'keep' ? 'keep' : 'end');
  const [stopsRenewal, setStopsRenewal] = useState(found['stopsRenewal'] !== 'false');
  const [isPaymentMissing, setIsPaymentMissing] = useState(false);
  const [wantsPart, setWantsPart] = useState(found['wantsPart'] === 'true');
  const isPart = wantsPart && chosen.length === 1;
  const [typed, setTyped] = useState(found['part'] ?? '');
  const [reason, setReason] = useState<RefundReason>(reasonNamed(found['reason'] ?? 'changedMind'));
  const [comment, setComment] = useState(found['comment'] ?? '');
  const [amountError, setAmountError] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble>(null);
  const isRefunded = useRef(false);
  const amountInput = useRef<HTMLInputElement>(null);
  const left = sumOf(chosen.map(({ refundable }) => refundable.amount));
  const isTrial = chosen.length > 0 && left === 0;
  const amount = left === 0 ? null : isPart ? readAmount(typed) : left;
  const ids = chosen.map(({ transactionId }) => transactionId);
  // The server rejects a repeated key with another comment.
  const refunded = [...ids, String(amount), access, String(stopsRenewal), reason, comment.trim()].join(' ');
  const { keyOf } = useRequestKey(draft);
  useStoredState(draft, {
    transactionIds: ids.join(' '),
    access,
    stopsRenewal: String(stopsRenewal),
    wantsPart: String(isPart),
    part: typed,
    reason,
    comment,
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A late second click must not ask again while the dialog closes.
    if (isSending || isRefunded.current) return;
    const problem =
      isTrial || !isPart
        ? null
        : amount === null
          ? REFUND_TEXTS.amountMissing
          : amount > left
            ? REFUND_TEXTS.amountTooMuch(REFUND_TEXTS.money(left))
            : null;
    setAmountError(problem);
    setIsPaymentMissing(chosen.length === 0);
    if (chosen.length === 0) return;
    if (problem !== null) {
      amountInput.current?.focus();
      return;
    }
    setTrouble(null);
    const order = {
      email: user.email ?? null,
      uid: user.uid ?? null,
      transactionIds: ids,
      amount: chosen.length === 1 && amount !== null ? amount : ('all' as const),
      access,
      stopRenewal: access === 'end' || stopsRenewal,
      reason,
      comment: comment.trim(),
      requestKey: keyOf(refunded),
    };
    void send(
      () => dispatch(refundPayment(order)),
      (outcome) => {
        if (outcome === 'unknown') {
          setTrouble({ kind: 'unknown' });
          return;
        }
        isRefunded.current = true;
        toast.success(REFUND_TEXTS.success);
        onClose();
      },
      {
        onFailed: (error) => {
          const why = error.reason ?? error.message;
          setTrouble({ kind: 'rejected', reason: why });
          onRejected(why);
        },
        requestKey: order.requestKey,
      },
    );
  };

  return (
    <Form ref={focusFirstField} noValidate onSubmit={submit}>
      <Group>
        <legend>{REFUND_TEXTS.payment}</legend>
        <Choices>
          {payments.map((payment) => (
            <PaymentChoice
              key={payment.transactionId}
              payment={payment}
              isChosen={chosen.includes(payment)}
              onChoose={() => {
                const { transactionId } = payment;
                setChosenIds(
                  ids.includes(transactionId)
                    ? ids.filter((id) => id !== transactionId)
                    : [...ids, transactionId],
                );
                setIsPaymentMissing(false);
                setAmountError(null);
                setTrouble(null);
              }}
            />
          ))}
        </Choices>
        {isPaymentMissing && <Missing role="alert">{REFUND_TEXTS.paymentMissing}</Missing>}
      </Group>
      {chosen.length === 1 && !isTrial && (
        <Group>
          <legend>{REFUND_TEXTS.howMuch}</legend>
          <Row>
            <Choice name="howMuch" isChosen={!isPart} onChoose={() => setWantsPart(false)}>
              {REFUND_TEXTS.full(REFUND_TEXTS.money(left))}
            </Choice>
            <Choice name="howMuch" isChosen={isPart} onChoose={() => setWantsPart(true)}>
              {REFUND_TEXTS.part}
            </Choice>
          </Row>
          {isPart && (
            <CompactField
              inputRef={amountInput}
              label={REFUND_TEXTS.amount}
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              maxLength={10}
              error={amountError}
              onChange={(event) => {
                setTyped(event.target.value);
                setAmountError(null);
                setTrouble(null);
              }}
            />
          )}
        </Group>
      )}
      {accessUntil !== null && chosen.length > 0 && (
        <Group>
          <legend>{REFUND_TEXTS.access}</legend>
          <Row>
            <Choice name="access" isChosen={access === 'end'} onChoose={() => setAccess('end')}>
              {REFUND_TEXTS.endAccess(
                formatDateTime(accessWithout(chosen, accessUntil, serverNow(platform))),
              )}
            </Choice>
            <Choice name="access" isChosen={access === 'keep'} onChoose={() => setAccess('keep')}>
              {REFUND_TEXTS.keepAccess(formatDateTime(accessUntil) ?? '')}
            </Choice>
          </Row>
          {access === 'keep' && nextCharge !== null && (
            <Choice
              name="stopRenewal"
              type="checkbox"
              isChosen={stopsRenewal}
              onChoose={() => setStopsRenewal(!stopsRenewal)}
            >
              {REFUND_TEXTS.stopRenewal}
            </Choice>
          )}
        </Group>
      )}
      <CompactSelect
        label={REFUND_TEXTS.reason}
        name="reason"
        choices={REASON_CHOICES}
        value={reason}
        onChange={(chosenReason) => setReason(reasonNamed(chosenReason))}
      />
      <Comment>
        <label htmlFor={commentId}>{DIALOG_TEXTS.comment}</label>
        <textarea
          id={commentId}
          rows={2}
          maxLength={STAFF_COMMENT_MAX}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Comment>
      {chosen.length > 0 && (
        <Consequences
          payments={chosen}
          amount={amount}
          left={left}
          accessUntil={
            access === 'keep' ? accessUntil : accessWithout(chosen, accessUntil, serverNow(platform))
          }
          staysAsItIs={access === 'keep'}
          renews={access === 'keep' && !stopsRenewal}
          nextCharge={nextCharge}
        />
      )}
      <TroubleNotice trouble={trouble} unknown={REFUND_TEXTS.unknownExplanation} />
      <FormDialogButtons isSending={isSending} sendingLabel={REFUND_TEXTS.submitting} onClose={onClose}>
        {trouble?.kind === 'unknown'
          ? DIALOG_TEXTS.retry
          : isTrial
            ? REFUND_TEXTS.submitTrial
            : REFUND_TEXTS.submit(amount === null ? '' : REFUND_TEXTS.money(amount))}
      </FormDialogButtons>
    </Form>
  );
}

function PaymentChoice({
  payment,
  isChosen,
  onChoose,
}: {
  payment: Refundable;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const now = serverNow(usePlatform());
  const used = Math.max(0, Math.floor((now - Date.parse(payment.at)) / 86_400_000));
  const kind = REFUND_TEXTS.kinds[payment.role === 'recurrent' ? 'recurrent' : (payment.orderKind ?? '')];
  return (
    <Choice name="payment" type="checkbox" isChosen={isChosen} onChoose={onChoose}>
      <b>{REFUND_TEXTS.money(payment.amount, payment.currency)}</b>
      {` · ${formatDateTime(payment.at) ?? ''}`}
      <small>{[kind, payment.cardMask, REFUND_TEXTS.used(used)].filter(Boolean).join(' · ')}</small>
    </Choice>
  );
}

interface ConsequencesProps {
  payments: readonly Refundable[];
  /** Of all of them; null: not typed yet, or none. */
  amount: number | null;
  left: number;
  accessUntil: string | null;
  staysAsItIs: boolean;
  renews: boolean;
  nextCharge: RefundFormProps['nextCharge'];
}

function Consequences({
  payments,
  amount,
  left,
  accessUntil,
  staysAsItIs,
  renews,
  nextCharge,
}: ConsequencesProps) {
  const until = formatDateTime(accessUntil);
  const cards = new Set(payments.map(({ cardMask }) => cardMask ?? REFUND_TEXTS.anyCard));
  const charge =
    nextCharge === null
      ? null
      : ([REFUND_TEXTS.money(nextCharge.amount), formatDateTime(nextCharge.at) ?? ''] as const);
  return (
    <Outcome>
      <h3>{REFUND_TEXTS.consequences}</h3>
      <ul>
        {left === 0 ? (
          <li>{REFUND_TEXTS.noMoney}</li>
        ) : (
          amount !== null &&
          amount <= left && (
            <li>{REFUND_TEXTS.moneyBack(REFUND_TEXTS.money(amount), [...cards].join(', '))}</li>
          )
        )}
        <li>
          {until === null
            ? REFUND_TEXTS.accessEndsNow
            : staysAsItIs
              ? REFUND_TEXTS.accessStays(until)
              : REFUND_TEXTS.accessUntil(until)}
        </li>
        {charge !== null && (
          <li>{renews ? REFUND_TEXTS.renewalGoesOn(...charge) : REFUND_TEXTS.nextCharge(...charge)}</li>
        )}
        {left > 0 && <li>{REFUND_TEXTS.email}</li>}
      </ul>
    </Outcome>
  );
}

function Choice({
  name,
  type = 'radio',
  isChosen,
  onChoose,
  children,
}: {
  name: string;
  type?: 'radio' | 'checkbox';
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <ChoiceLabel data-chosen={isChosen || undefined}>
      <input type={type} name={name} checked={isChosen} onChange={onChoose} />
      <span>{children}</span>
    </ChoiceLabel>
  );
}

const Customer = styled('div')(({ theme: { vars } }) => ({
  color: vars.palette.text.secondary,
  fontSize: '0.8125rem',
  overflowWrap: 'anywhere',
}));

const Form = styled('form')({ display: 'grid', gap: 16 });

const Group = styled('fieldset')({
  display: 'grid',
  gap: 8,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& legend': { padding: 0, marginBottom: 4, fontSize: '0.875rem', fontWeight: 600 },
});

const Choices = styled('div')({ display: 'grid', gap: 6, maxHeight: 240, overflowY: 'auto' });

const Missing = styled('p')(({ theme: { vars } }) => ({ margin: 0, color: vars.palette.tone.dangerText }));

const Row = styled('div')({
  display: 'grid',
  gap: 6,
  gridTemplateColumns: 'repeat(auto-fit, minmax(170px, 1fr))',
});

const ChoiceLabel = styled('label')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 10,
  padding: '8px 12px',
  borderRadius: CONSOLE_RADIUS,
  cursor: 'pointer',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '&[data-chosen]': { boxShadow: `inset 0 0 0 2px ${vars.palette.accent.text}` },
  '& input': { margin: 0, flex: 'none', accentColor: vars.palette.accent.text },
  '& small': { display: 'block', fontSize: '0.8125rem', color: vars.palette.text.secondary },
}));

const Comment = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 4,
  '& label': { ...typography.caption, fontWeight: 600 },
  '& textarea': {
    minHeight: 38,
    padding: '8px 12px',
    font: 'inherit',
    color: vars.palette.text.primary,
    backgroundColor: vars.palette.surface.main,
    border: `1px solid ${vars.palette.surface.control}`,
    borderRadius: CONSOLE_RADIUS,
    resize: 'vertical',
  },
}));

const Outcome = styled('div')(({ theme: { vars } }) => ({
  padding: '12px 14px',
  borderRadius: CONSOLE_RADIUS,
  backgroundColor: vars.palette.surface.raised,
  '& h3': { margin: 0, fontSize: '0.8125rem', fontWeight: 600 },
  '& ul': { margin: '6px 0 0', paddingLeft: 18, fontSize: '0.8125rem', display: 'grid', gap: 4 },
}));
