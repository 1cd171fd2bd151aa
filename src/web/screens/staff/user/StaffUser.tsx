/** Screen /crucify?id=. Shows a customer and their timeline. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useSearchParams } from 'react-router-dom';
import type { StaffUser as User } from '../../../../shared/contract/staffModels';
import { api } from '../../../api/api';
import { useGetUserByIdQuery } from '../../../api/endpoints/staff';
import { useGetUserPaymentsQuery } from '../../../api/endpoints/staffPayments';
import { ErrorNotice } from '../../../components/controls/ErrorNotice';
import { HiddenText } from '../../../components/display/HiddenText';
import { PENDING } from '../../../components/display/pending';
import { Stack } from '../../../components/layout/Stack';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { panelStyle } from '../../../components/staff/consoleStyles';
import { Panel } from '../../../components/staff/Panel';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { failureToShow, useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { useAppDispatch } from '../../../hooks/storeHooks';
import { PATHS } from '../../../navigation/paths';
import type { CustomerPayments } from '../../../texts/staff/customerHeadline';
import { nameOfCustomer } from '../../../texts/staff/customerName';
import { ERASE_CUSTOMER_TEXTS } from '../../../texts/staff/eraseCustomer';
import { STAFF_USER_TEXTS } from '../../../texts/staff/user';
import { CustomerActions } from './CustomerActions';
import { CustomerDevices } from './CustomerDevices';
import { CustomerHeadline } from './CustomerHeadline';
import { CustomerRecord } from './CustomerRecord';
import { NotesPanel } from './NotesPanel';
import { PaymentsTable } from './PaymentsTable';
import { TagsPanel } from './TagsPanel';
import { TimelinePanel } from './TimelinePanel';
import { useOpenCustomer } from './useOpenCustomer';

/** Returns the customer id, a positive 32-bit integer, or null if the text is not a valid id. */
function readId(text: string | null): number | null {
  const id = /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0;
  return id >= 1 && id <= 2_147_483_647 ? id : null;
}

export default function StaffUser() {
  const [query] = useSearchParams();
  const id = readId(query.get('id'));
  if (id === null) {
    return (
      <StaffFrame title={STAFF_USER_TEXTS.title} back={PATHS.staffHome}>
        <UnknownCustomer />
      </StaffFrame>
    );
  }
  return <KnownId key={id} id={id} />;
}

function KnownId({ id }: { id: number }) {
  const dispatch = useAppDispatch();
  const {
    data: user,
    error,
    isFetching,
    refetch,
  } = useGetUserByIdQuery({ id }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  // The payments are requested together with the customer, because the headline needs both.
  const payments = useGetUserPaymentsQuery(
    { userId: id },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  // Shows no buttons until the agent's rights are known, because buttons that appear later would shift the existing
  // buttons.
  const { isSettled } = useStaffRights();
  useStaffQueryFailure(error);
  const others = useOpenCustomer(id, user !== undefined);
  const failure = failureToShow(error, user !== undefined);
  const refresh = () =>
    void dispatch(
      api.util.invalidateTags([
        { type: 'User', id },
        { type: 'Timeline', id },
        { type: 'Presence', id },
      ]),
    );
  return (
    <StaffFrame
      title={user === undefined ? STAFF_USER_TEXTS.title : nameOfCustomer(user)}
      back={PATHS.staffHome}
      // Show the time zone only when the customer is loaded, because a title with a long email address has two lines
      // and would shift the time zone line.
      namesTimeZone={user !== undefined}
      actions={
        user && (
          <ConsoleButton loading={isFetching} loadingLabel={STAFF_USER_TEXTS.refreshing} onClick={refresh}>
            {STAFF_USER_TEXTS.refresh}
          </ConsoleButton>
        )
      }
      remark={<Others role="status">{others.length > 0 && STAFF_USER_TEXTS.alsoOpen(others)}</Others>}
    >
      {user !== undefined && failure === null && isSettled && (
        <Customer user={user} payments={payments.data} isPending={payments.isLoading} />
      )}
      {failure !== null && failure.status === 404 && <UnknownCustomer />}
      {failure !== null && failure.status !== 404 && (
        <ErrorNotice
          title={STAFF_USER_TEXTS.failedTitle}
          text={failure.reason}
          retryLabel={STAFF_USER_TEXTS.retry}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(user === undefined || !isSettled) && failure === null && <CustomerSkeleton />}
    </StaffFrame>
  );
}

interface CustomerProps {
  user: User;
  payments: CustomerPayments | undefined;
  /** Whether the first response with the payments is pending. */
  isPending: boolean;
}

function Customer({ user, payments, isPending }: CustomerProps) {
  const isDeleted = Boolean(user.deletedAt);
  return (
    <>
      <CustomerActions user={user} />
      {isPending ? (
        <Skeleton variant="rounded" height={84} {...{ [PENDING]: '' }} />
      ) : (
        <CustomerHeadline user={user} payments={payments} />
      )}
      {isDeleted && (
        <Panel title={nameOfCustomer(user)}>
          <span>{ERASE_CUSTOMER_TEXTS.deletedNote}</span>
        </Panel>
      )}
      {!isDeleted && (
        <Lines>
          <NotesPanel userId={user.id} />
          <TagsPanel user={user} />
        </Lines>
      )}
      <Columns>
        <TimelinePanel userId={user.id} />
        {!isDeleted && (
          <Stack gap={16}>
            <CustomerDevices user={user} />
            <CustomerRecord user={user} />
          </Stack>
        )}
      </Columns>
      <PaymentsTable userId={user.id} />
    </>
  );
}

function UnknownCustomer() {
  return (
    <ErrorNotice title={STAFF_USER_TEXTS.unknownTitle} text={STAFF_USER_TEXTS.unknownText}>
      <ConsoleButton to={PATHS.staffHome}>{STAFF_USER_TEXTS.toSearch}</ConsoleButton>
    </ErrorNotice>
  );
}

function CustomerSkeleton() {
  return (
    <div role="status" {...{ [PENDING]: '' }}>
      <HiddenText>{STAFF_USER_TEXTS.loading}</HiddenText>
      <Stack gap={16} aria-hidden="true">
        <Skeleton variant="rounded" height={36} />
        <Skeleton variant="rounded" height={84} />
        <Skeleton variant="rounded" height={56} />
        <Columns>
          <Skeleton variant="rounded" height={660} />
          <Stack gap={16}>
            <Skeleton variant="rounded" height={230} />
            <Skeleton variant="rounded" height={320} />
          </Stack>
        </Columns>
      </Stack>
    </div>
  );
}

/** Colleagues who have the customer open. The vertical padding does not make the line higher. */
const Others = styled('span')(({ theme: { vars } }) => ({
  flex: 'none',
  maxWidth: '60%',
  margin: '-4px 0',
  padding: '4px 12px',
  borderRadius: 999,
  fontSize: '0.8125rem',
  fontWeight: 550,
  color: vars.palette.tone.warningText,
  backgroundColor: vars.palette.tone.warningGround,
  '&:empty': { padding: 0 },
  // The line with the time zone becomes shorter instead of wrapping.
  'p:has(> &:not(:empty)) > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}));

const Columns = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: 16,
  [breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 400px)',
    // A deleted customer has only a timeline.
    '& > :only-child': { gridColumn: '1 / -1' },
    // The devices are visible while the timeline beside them is pending, unless something above them is pending.
    [`&&:not([${PENDING}] ~ *, :has([${PENDING}]) ~ *) > :last-child`]: { visibility: 'visible' },
  },
}));

const Lines = styled('div')((parts) => ({
  ...panelStyle(parts.theme),
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '8px 24px',
  padding: '10px 16px',
  '&:empty': { display: 'none' },
  [parts.theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
}));
