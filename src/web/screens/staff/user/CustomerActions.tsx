/**
 * Actions of staff for a customer: refund, stop the renewal, grant days, move the subscription to another email, resend
 * the sign-in email, open the connection log.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { StaffUser } from '../../../../shared/contract/staffModels';
import { staffPaymentsCalls } from '../../../../shared/contract/staffPayments';
import { type CallError, hasNoResponse } from '../../../api/callError';
import { useGetUserPaymentsQuery, useStopRenewalMutation } from '../../../api/endpoints/staffPayments';
import { useResendSignInEmailMutation } from '../../../api/endpoints/timeline';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { useConsoleShortcut } from '../../../components/staff/consoleShortcuts';
import { FormDialog } from '../../../components/staff/FormDialog';
import { ShortcutButton } from '../../../components/staff/ShortcutButton';
import { useDraftDialog } from '../../../components/staff/staffDrafts';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { useStaleCustomer } from '../../../components/staff/useStaleCustomer';
import { staffLogsPath } from '../../../navigation/paths';
import { REFUND_TEXTS } from '../../../texts/staff/refund';
import { STAFF_USER_TEXTS } from '../../../texts/staff/user';
import { toast } from '../../../toasts/toasts';
import { CommentField } from './CommentField';
import { EraseCustomer } from './EraseCustomer';
import { ExportCustomerData } from './ExportCustomerData';
import { GrantDays } from './GrantDays';
import { MoveSubscription } from './MoveSubscription';
import { RefundDialog } from './refund/RefundDialog';
import { hasUnusedDays, UnusedDaysDialog } from './refund/UnusedDaysDialog';

export function CustomerActions({ user }: { user: StaffUser }) {
  return (
    <Row role="group" aria-label={STAFF_USER_TEXTS.actions}>
      <Refund user={user} />
      {!user.deletedAt && <ActionsForPerson user={user} />}
    </Row>
  );
}

/** Actions that need a person. A deleted account only has payments, which can be refunded. */
function ActionsForPerson({ user }: { user: StaffUser }) {
  const { knowsAdditions } = useStaffRights();
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <StopRenewal user={user} />
      <GrantDays user={user} />
      {knowsAdditions && <Resend userId={user.id} />}
      <Rare data-hidden={!showsAll || undefined}>
        <MoveSubscription user={user} />
        <ConnectionLogs userId={user.id} />
        <ExportCustomerData user={user} />
        <EraseCustomer user={user} />
      </Rare>
      {!showsAll && (
        <OnNarrowScreens>
          <ConsoleButton onClick={() => setShowsAll(true)}>{STAFF_USER_TEXTS.moreActions}</ConsoleButton>
        </OnNarrowScreens>
      )}
    </>
  );
}

function ConnectionLogs({ userId }: { userId: number }) {
  const navigate = useNavigate();
  const path = staffLogsPath(userId);
  useConsoleShortcut({ key: null, label: STAFF_USER_TEXTS.logs, run: () => void navigate(path) });
  return <ConsoleButton to={path}>{STAFF_USER_TEXTS.logs}</ConsoleButton>;
}

/**
 * Refund buttons for staff with the right to refund. An ACTIVE subscription allows refunds of payments, a CANCELED
 * subscription allows a refund of unused days. Staff without the right to refund see a note that says which roles may
 * refund.
 */
function Refund({ user }: { user: StaffUser }) {
  const { me, may, knowsAdditions } = useStaffRights();
  const ofPayments = useDraftDialog(`refund ${user.id}`);
  const ofUnusedDays = useDraftDialog(`unusedDays ${user.id}`);
  const isActive = user.subscription?.status === 'ACTIVE';
  const isAllowed = may('refund');
  const mayHaveUnusedDays = knowsAdditions && user.subscription?.status === 'CANCELED';
  const { data, isError } = useGetUserPaymentsQuery(
    { userId: user.id },
    { skip: !mayHaveUnusedDays || !isAllowed },
  );
  // If the payments cannot be loaded, the refund button stays visible, and the dialog shows the error.
  const isOffered = mayHaveUnusedDays && (data === undefined ? isError : data.payments.some(hasUnusedDays));
  return (
    <>
      {isActive && isAllowed && (
        <ShortcutButton shortcut="KeyR" label={STAFF_USER_TEXTS.refund} onClick={ofPayments.open} />
      )}
      {me !== undefined && !isAllowed && <p>{STAFF_USER_TEXTS.refundNeedsSenior}</p>}
      {isOffered && isAllowed && (
        <ShortcutButton shortcut="KeyR" label={REFUND_TEXTS.unused.title} onClick={ofUnusedDays.open} />
      )}
      {isAllowed && !isActive && !isOffered && <p>{STAFF_USER_TEXTS.refundNeedsActive}</p>}
      {/* The dialog stays open after a refund has ended the subscription, so that the agent sees the result of the refund. */}
      {ofPayments.isOpen && <RefundDialog user={user} onClose={ofPayments.close} />}
      {ofUnusedDays.isOpen && <UnusedDaysDialog user={user} onClose={ofUnusedDays.close} />}
    </>
  );
}

/**
 * Stops the renewal of an ACTIVE subscription, for staff with the right to refund. Customers can also stop the renewal
 * themselves.
 */
function StopRenewal({ user }: { user: StaffUser }) {
  const { may, knowsAdditions } = useStaffRights();
  const { isOpen, open, close } = useDraftDialog(`stopRenewal ${user.id}`);
  if (!knowsAdditions || !may('refund')) return null;
  return (
    <>
      {user.subscription?.status === 'ACTIVE' && (
        <ShortcutButton shortcut="KeyC" label={STAFF_USER_TEXTS.stopRenewal} onClick={open} />
      )}
      {isOpen && <StopRenewalDialog userId={user.id} onClose={close} />}
    </>
  );
}

function StopRenewalDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const [stop] = useStopRenewalMutation();
  const stale = useStaleCustomer(userId);
  const form = useStaffForm({
    draft: `stopRenewal ${userId}`,
    subject: STAFF_USER_TEXTS.stopRenewalSubject,
    fields: { comment: '' },
    body: staffPaymentsCalls.stopRenewal.body,
    read: ({ comment }) => ({ userId, comment }),
    send: stale.guard(stop),
    onDone: () => {
      toast.success(STAFF_USER_TEXTS.renewalStopped);
      onClose();
    },
  });
  return (
    <FormDialog
      title={STAFF_USER_TEXTS.stopRenewal}
      submitLabel={STAFF_USER_TEXTS.stopRenewal}
      form={form}
      stale={{ ...stale, accept: stale.user?.subscription?.status === 'ACTIVE' ? stale.accept : onClose }}
      onClose={onClose}
    >
      <p>{STAFF_USER_TEXTS.stopRenewalLead}</p>
      <CommentField {...form.field('comment')} />
    </FormDialog>
  );
}

function Resend({ userId }: { userId: number }) {
  const [resend] = useResendSignInEmailMutation();
  const { send, isSending } = useStaffChange(STAFF_USER_TEXTS.signInEmail);
  const resendNow = () =>
    send(
      () => resend({ userId }),
      () => toast.success(STAFF_USER_TEXTS.resent),
      {
        onFailed: (error) => toast.error(resendWords(error)),
      },
    );
  return (
    <ShortcutButton
      shortcut="KeyE"
      focusesOnly
      label={STAFF_USER_TEXTS.resend}
      loading={isSending}
      loadingLabel={STAFF_USER_TEXTS.resending}
      onClick={() => void resendNow()}
    />
  );
}

function resendWords(error: CallError): string {
  if (error.status === 429) return STAFF_USER_TEXTS.resendTooMany;
  return (hasNoResponse(error) ? error.reason : undefined) ?? STAFF_USER_TEXTS.resendFailed;
}

/** Actions that are hidden on narrow screens until the agent asks for them. */
const Rare = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'contents',
  '&[data-hidden]': { [breakpoints.down('md')]: { display: 'none' } },
}));

const OnNarrowScreens = styled('div')(({ theme: { breakpoints } }) => ({
  [breakpoints.up('md')]: { display: 'none' },
}));

const Row = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& p': { margin: 0, fontSize: '0.8125rem', color: vars.palette.text.secondary },
}));
