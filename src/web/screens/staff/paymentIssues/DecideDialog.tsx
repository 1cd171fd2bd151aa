/** Dialog in which staff decide about one payment that needs attention. */
import { EMAIL_TYPED_MAX, PAYMENT_ISSUE_NOTE_MAX } from '../../../../shared/constants';
import {
  staffPaymentIssuesCalls,
  type StaffPaymentIssuesQuestion,
} from '../../../../shared/contract/staffPaymentIssues';
import { formatEnglishAmount } from '../../../../shared/englishAmounts';
import { identifyingText } from '../../../../shared/identifyingText';
import {
  useListPaymentIssuesQuery,
  useResolvePaymentIssueMutation,
} from '../../../api/endpoints/staffPaymentIssues';
import { type Description, DescriptionList } from '../../../components/display/DescriptionList';
import { Choice, ChoiceGroup } from '../../../components/staff/Choice';
import { CompactField } from '../../../components/staff/CompactField';
import { ConsoleDialog } from '../../../components/staff/ConsoleDialog';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { FormDialog } from '../../../components/staff/FormDialog';
import { StaleNotice } from '../../../components/staff/StaleNotice';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { formatDateTime } from '../../../texts/dates';
import { nameOfCustomer } from '../../../texts/staff/customerName';
import { failureReason } from '../../../texts/staff/failureReason';
import { STAFF_PAYMENT_ISSUES_TEXTS } from '../../../texts/staff/paymentIssues';
import { toast } from '../../../toasts/toasts';

const TEXTS = STAFF_PAYMENT_ISSUES_TEXTS;

type Issue = StaffPaymentIssuesQuestion;

interface DecideDialogProps {
  /** Payment issue as it was when the dialog was opened. */
  row: Issue;
  /** Payment issue in the present list, or undefined if the list no longer contains it. */
  current: Issue | undefined;
  onClose: () => void;
}

const isSame = (one: Issue, other: Issue): boolean =>
  one.outcome === other.outcome && one.actedAt === other.actedAt;

export function DecideDialog({ row, current, onClose }: DecideDialogProps) {
  if (current !== undefined && isSame(row, current)) return <DecisionForm row={row} onClose={onClose} />;
  return <ChangedIssue row={row} current={current} onClose={onClose} />;
}

/** Says what a colleague did with the issue, instead of a form that the server would reject. */
function ChangedIssue({ row, current, onClose }: DecideDialogProps) {
  const { data } = useListPaymentIssuesQuery(
    { all: true, before: row.id + 1 },
    { skip: current !== undefined, refetchOnMountOrArgChange: true },
  );
  const now = current ?? data?.content.find(({ id }) => id === row.id);
  const change = now
    ? TEXTS.changedBy(now.by ?? null, now.outcome ?? null, now.action ?? null)
    : TEXTS.resolvedMeanwhile;
  return (
    <ConsoleDialog title={TEXTS.formatQuestion(row.question)} onClose={onClose} closeButton>
      <StaleNotice changes={[change]} onAccept={null} />
      <DescriptionList details={buildDetails(now ?? row)} />
    </ConsoleDialog>
  );
}

function DecisionForm({ row, onClose }: { row: Issue; onClose: () => void }) {
  const { id, actions, question } = row;
  const [act] = useResolvePaymentIssueMutation();
  const form = useStaffForm({
    draft: `decision ${id}`,
    fields: { action: actions[0] ?? '', note: '', receiptEmail: '' },
    body: staffPaymentIssuesCalls.resolvePaymentIssue.body,
    read: ({ action, note, receiptEmail }) => ({
      id,
      action: actions.find((each) => each === action) ?? 'explained',
      note,
      ...(identifyingText(receiptEmail) === '' ? {} : { receiptEmail }),
    }),
    problems: { receiptEmail: TEXTS.receiptEmailInvalid },
    check: ({ action, note }) => ({
      note: action === 'explained' && identifyingText(note) === '' ? TEXTS.noteMissing : null,
    }),
    isReady: actions.length > 0,
    send: act,
    onDone: (_acted, { action }) => {
      toast.success(TEXTS.formatDone(action));
      onClose();
    },
  });
  const chosen = actions.find((action) => action === form.typed.action) ?? 'explained';
  return (
    <FormDialog
      title={TEXTS.formatQuestion(question)}
      submitLabel={TEXTS.formatSubmit(chosen, question, formatAmountOfIssue(row))}
      form={form}
      onClose={onClose}
    >
      <DescriptionList details={buildDetails(row)} />
      <p>{`${TEXTS.formatHappened(question)} ${failureReason(row.reason)}`}</p>
      <ChoiceGroup>
        <legend>{TEXTS.what}</legend>
        {actions.map((action) => (
          <Choice
            key={action}
            name="action"
            checked={action === chosen}
            onChange={() => form.set('action', action)}
          >
            <span>{TEXTS.formatAction(action)}</span>
            <small>{TEXTS.formatEffect(action)}</small>
          </Choice>
        ))}
      </ChoiceGroup>
      {row.accountDeletedAt && chosen === 'retry' && (
        <CompactField
          {...form.field('receiptEmail')}
          label={TEXTS.receiptEmail}
          inputMode="email"
          autoComplete="off"
          maxLength={EMAIL_TYPED_MAX}
          hint={TEXTS.receiptEmailHint}
        />
      )}
      <CompactField
        {...form.field('note')}
        label={TEXTS.note}
        autoComplete="off"
        maxLength={PAYMENT_ISSUE_NOTE_MAX}
        hint={TEXTS.noteHint}
      />
    </FormDialog>
  );
}

const formatAmountOfIssue = ({ amount, currency }: Issue): string | null =>
  amount === null || amount === undefined ? null : formatEnglishAmount(amount, currency ?? undefined);

/** Returns the customer, the payment and the amount of an issue. */
function buildDetails(row: Issue): Description[] {
  const { userId, email, payerId, accountDeletedAt, transactionId, provider, at } = row;
  const customer = userId ? (
    <CustomerLink id={userId} email={nameOfCustomer({ email, deletedAt: accountDeletedAt })} />
  ) : payerId ? (
    TEXTS.payer(payerId)
  ) : (
    TEXTS.noAccount
  );
  return [
    { name: TEXTS.customer, value: customer },
    {
      name: TEXTS.payment,
      value: transactionId
        ? TEXTS.formatPayment(TEXTS.formatNumber(transactionId, provider) ?? '', formatDateTime(at))
        : TEXTS.noPayment,
    },
    { name: TEXTS.amount, value: formatAmountOfIssue(row) ?? TEXTS.noAmount },
  ];
}
