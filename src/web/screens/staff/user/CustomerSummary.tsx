/** Summary of a customer: status, end of access, next charge, devices, last sign-in and last connection. */
import { styled } from '@mui/material/styles';
import type { StaffUser } from '../../../../shared/contract/models';
import type { TimelineKind } from '../../../../shared/contract/timeline';
import { formatEnglishAmount } from '../../../../shared/englishAmounts';
import { abbreviateStatus } from '../../../../shared/subscriptionStatus';
import { useGetUserPaymentsQuery } from '../../../api/endpoints/staffPayments';
import { serverNow } from '../../../api/serverTime';
import { panelStyle } from '../../../components/staff/consoleStyles';
import { StatusAbbreviation } from '../../../components/staff/StatusAbbreviation';
import { usePlatform } from '../../../platform/PlatformContext';
import { formatDateTime } from '../../../texts/dates';
import { daysFromNow, STAFF_USER_TEXTS } from '../../../texts/staff/user';
import { type Timeline, useTimeline } from './useTimeline';

const SIGN_INS: TimelineKind[] = ['signIn'];
const CONNECTIONS: TimelineKind[] = ['connection'];

export function CustomerSummary({ user }: { user: StaffUser }) {
  const { data: money } = useGetUserPaymentsQuery({ userId: user.id }, { refetchOnFocus: true });
  const signIns = useTimeline(user.id, SIGN_INS);
  const connections = useTimeline(user.id, CONNECTIONS);
  const status = abbreviateStatus(user.subscription?.status ?? '');
  const end = user.subscription?.endDate;
  const endText = formatDateTime(end);
  const now = new Date(serverNow(usePlatform()));
  const isCharged = status === 'ACT';
  const hasEnded = endText !== null && new Date(end ?? 0) < now;
  const signIn = signIns.entries?.find(({ action }) => action === 'signedIn');
  const connection = connections.entries?.[0];
  const moment = ({ entries, hasFailed }: Timeline, iso: string | undefined) => (
    <Value
      main={
        entries !== undefined
          ? (formatDateTime(iso) ?? STAFF_USER_TEXTS.never)
          : hasFailed
            ? STAFF_USER_TEXTS.unknown
            : '…'
      }
      note={iso === undefined ? null : daysFromNow(iso, now)}
    />
  );
  return (
    <List aria-label={STAFF_USER_TEXTS.summary}>
      <Item name={STAFF_USER_TEXTS.status}>
        <dd>
          <StatusAbbreviation status={user.subscription?.status} size="medium" />
        </dd>
      </Item>
      <Item name={hasEnded ? STAFF_USER_TEXTS.accessEnded : STAFF_USER_TEXTS.until}>
        <Value
          main={endText ?? STAFF_USER_TEXTS.never}
          note={endText === null || !end ? null : daysFromNow(end, now)}
        />
      </Item>
      <Item name={STAFF_USER_TEXTS.nextCharge}>
        <Value
          main={isCharged ? (endText ?? STAFF_USER_TEXTS.unknown) : STAFF_USER_TEXTS.noCharge}
          note={
            isCharged && typeof money?.nextChargeAmount === 'number'
              ? formatEnglishAmount(money.nextChargeAmount, user.currency)
              : null
          }
        />
      </Item>
      <Item name={STAFF_USER_TEXTS.devicesUsed}>
        <Value main={STAFF_USER_TEXTS.usedOf(user.devices.length)} note={null} />
      </Item>
      {!signIns.isAbsent && <Item name={STAFF_USER_TEXTS.lastSignIn}>{moment(signIns, signIn?.at)}</Item>}
      {!connections.isAbsent && (
        <Item name={STAFF_USER_TEXTS.lastConnection}>{moment(connections, connection?.at)}</Item>
      )}
    </List>
  );
}

function Item({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      {children}
    </div>
  );
}

function Value({ main, note }: { main: string; note: string | null }) {
  return (
    <dd>
      {main}
      {/* A placeholder reserves the line of the note, so that the content below does not shift. */}
      <small>{note ?? '\u00a0'}</small>
    </dd>
  );
}

const List = styled('dl')(({ theme }) => ({
  ...panelStyle(theme),
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(132px, 1fr))',
  gap: '14px 16px',
  margin: 0,
  '& dt': { marginBottom: 3, fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  '& dd': { display: 'grid', justifyItems: 'start', margin: 0, fontWeight: 620 },
  '& small': { fontSize: '0.8125rem', fontWeight: 400, color: theme.vars.palette.text.secondary },
}));
