/** Dialog in which an admin deletes the account of a customer. They must type the customer's address. */
import { EMAIL_TYPED_MAX } from '../../../../shared/constants';
import { ERASE_REASONS, staffEraseCustomerCalls } from '../../../../shared/contract/staffEraseCustomer';
import type { StaffUser } from '../../../../shared/contract/staffModels';
import { normalizeEmail } from '../../../../shared/validation';
import { useEraseCustomerMutation } from '../../../api/endpoints/staffEraseCustomer';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { FormDialog } from '../../../components/staff/FormDialog';
import { ShortcutButton } from '../../../components/staff/ShortcutButton';
import { useDraftDialog } from '../../../components/staff/staffDrafts';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { useStaleCustomer } from '../../../components/staff/useStaleCustomer';
import { ERASE_CUSTOMER_TEXTS, ERASE_REASON_TEXTS } from '../../../texts/staff/eraseCustomer';
import { toast } from '../../../toasts/toasts';

const REASONS = ERASE_REASONS.map((value) => ({ value, label: ERASE_REASON_TEXTS[value] }));

/** Button that is shown only to staff who may delete accounts. */
export function EraseCustomer({ user }: { user: StaffUser }) {
  const { may, knowsAdditions } = useStaffRights();
  const { isOpen, open, close } = useDraftDialog(`erase ${user.id}`);
  if (!knowsAdditions || !may('eraseCustomers') || typeof user.email !== 'string') return null;
  return (
    <>
      <ShortcutButton shortcut={null} label={ERASE_CUSTOMER_TEXTS.action} onClick={open} />
      {isOpen && <EraseDialog userId={user.id} email={user.email} onClose={close} />}
    </>
  );
}

function EraseDialog({ userId, email, onClose }: { userId: number; email: string; onClose: () => void }) {
  const [erase] = useEraseCustomerMutation();
  const stale = useStaleCustomer(userId);
  const form = useStaffForm({
    draft: `erase ${userId}`,
    subject: ERASE_CUSTOMER_TEXTS.subject,
    fields: { email: '', reason: ERASE_REASONS[0] },
    body: staffEraseCustomerCalls.eraseCustomer.body,
    read: ({ email: typed, reason }) => ({
      userId,
      email: typed,
      reason: ERASE_REASONS.find((name) => name === reason) ?? ERASE_REASONS[0],
    }),
    problems: {},
    check: ({ email: typed }) => ({
      email: normalizeEmail(typed) === normalizeEmail(email) ? null : ERASE_CUSTOMER_TEXTS.emailWrong,
    }),
    send: stale.guard(erase),
    onDone: () => {
      toast.success(ERASE_CUSTOMER_TEXTS.done);
      onClose();
    },
  });
  return (
    <FormDialog
      title={ERASE_CUSTOMER_TEXTS.title}
      submitLabel={ERASE_CUSTOMER_TEXTS.submit}
      form={form}
      stale={stale}
      onClose={onClose}
    >
      <p>{ERASE_CUSTOMER_TEXTS.explanation}</p>
      <CompactField
        {...form.field('email')}
        label={ERASE_CUSTOMER_TEXTS.email}
        inputMode="email"
        autoComplete="off"
        maxLength={EMAIL_TYPED_MAX}
      />
      <CompactSelect {...form.choice('reason')} label={ERASE_CUSTOMER_TEXTS.reason} choices={REASONS} />
    </FormDialog>
  );
}
