/** What staff may do for a customer: refund, stop the renewal, give days, move to another email, send the sign-in letter again, read the connection log. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { StaffUser } from '../../../../shared/contract/models';
import { useStopRenewalMutation } from '../../../api/endpoints/staffPayments';
import { useResendSignInLetterMutation } from '../../../api/endpoints/timeline';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { fieldOf, FormDialog, type TypedTexts } from '../../../components/staff/FormDialog';
import { Panel } from '../../../components/staff/Panel';
import { useDraftDialog } from '../../../components/staff/useDraft';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { staffLogsPath } from '../../../navigation/paths';
import { REFUND_TEXTS } from '../../../texts/staff/refund';
import { STAFF_USER_TEXTS } from '../../../texts/staff/user';
import { toast } from '../../../toasts/toasts';
import { CommentField } from './CommentField';
import { GrantDays } from './GrantDays';
import { MoveSubscription } from './MoveSubscription';
import { RefundDialog } from './RefundDialog';
import { UnusedDaysDialog } from './UnusedDaysDialog';

export function CustomerActions({ user }: { user: StaffUser }) {
  const { knowsAdditions } = useStaffRights();
  return (
    <Panel title={STAFF_USER_TEXTS.actions}>
      <Row>
        <Refund user={user} />
        <StopRenewal user={user} />
        <GrantDays user={user} />
        <MoveSubscription user={user} />
        {knowsAdditions && <Resend userId={user.id} />}
        <ConsoleButton to={staffLogsPath(user.id)}>{STAFF_USER_TEXTS.logs}</ConsoleButton>
      </Row>
    </Panel>
  );
}

/**
 * Of payments while ACTIVE, of unused days while CANCELED, and only for staff with the right; the others read who to
 * ask.
 */
function Refund({ user }: { user: StaffUser }) {
  const { me, may, knowsAdditions } = useStaffRights();
  const ofPayments = useDraftDialog('refundDraft', user.id);
  const ofUnusedDays = useDraftDialog('unusedDaysDraft', user.id);
  const isActive = user.subscription?.status === 'ACTIVE';
  const hasUnusedDays = knowsAdditions && user.subscription?.status === 'CANCELED';
  const isAllowed = may('refund');
  return (
    <>
      {isActive && isAllowed && (
        <ConsoleButton onClick={ofPayments.open}>{STAFF_USER_TEXTS.refund}</ConsoleButton>
      )}
      {me !== undefined && !isAllowed && <p>{STAFF_USER_TEXTS.refundNeedsSenior}</p>}
      {hasUnusedDays && isAllowed && (
        <ConsoleButton onClick={ofUnusedDays.open}>{REFUND_TEXTS.unused.title}</ConsoleButton>
      )}
      {isAllowed && !isActive && !hasUnusedDays && <p>{STAFF_USER_TEXTS.refundNeedsActive}</p>}
      {/* Also when a refund has just ended the subscription: its dialog still says so. */}
      {ofPayments.isOpen && <RefundDialog user={user} onClose={ofPayments.close} />}
      {ofUnusedDays.isOpen && <UnusedDaysDialog user={user} onClose={ofUnusedDays.close} />}
    </>
  );
}

/** Where something will be charged, and for staff with the right; what a customer may do as well. */
function StopRenewal({ user }: { user: StaffUser }) {
  const { may, knowsAdditions } = useStaffRights();
  const [isOpen, setIsOpen] = useState(false);
  const [stop] = useStopRenewalMutation();
  const sending = useStaffChange(STAFF_USER_TEXTS.stopRenewalSubject);
  if (!knowsAdditions || !may('refund')) return null;
  const submit = (form: TypedTexts) =>
    void sending.send(
      () => stop({ userId: user.id, comment: fieldOf(form, 'comment') }),
      () => {
        toast.success(STAFF_USER_TEXTS.renewalStopped);
        setIsOpen(false);
      },
    );
  return (
    <>
      {user.subscription?.status === 'ACTIVE' && (
        <ConsoleButton onClick={() => setIsOpen(true)}>{STAFF_USER_TEXTS.stopRenewal}</ConsoleButton>
      )}
      {isOpen && (
        <FormDialog
          title={STAFF_USER_TEXTS.stopRenewal}
          submitLabel={STAFF_USER_TEXTS.stopRenewal}
          sending={sending}
          onSubmit={submit}
          onClose={() => setIsOpen(false)}
        >
          <p>{STAFF_USER_TEXTS.stopRenewalLead}</p>
          <CommentField />
        </FormDialog>
      )}
    </>
  );
}

function Resend({ userId }: { userId: number }) {
  const [resend] = useResendSignInLetterMutation();
  const { send, isSending } = useStaffChange(STAFF_USER_TEXTS.signInLetter);
  const resendNow = () =>
    send(
      () => resend({ userId }),
      () => toast.success(STAFF_USER_TEXTS.resent),
      {
        onFailed: ({ status }) =>
          toast.error(status === 429 ? STAFF_USER_TEXTS.resendTooMany : STAFF_USER_TEXTS.resendFailed),
      },
    );
  return (
    <ConsoleButton
      loading={isSending}
      loadingLabel={STAFF_USER_TEXTS.resending}
      onClick={() => void resendNow()}
    >
      {STAFF_USER_TEXTS.resend}
    </ConsoleButton>
  );
}

const Row = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& p': { margin: 0, fontSize: '0.8125rem', color: vars.palette.text.secondary },
}));
