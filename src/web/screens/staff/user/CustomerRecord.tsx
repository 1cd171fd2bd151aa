/** Shows the customer's identity, and the raw fields of the API response in a collapsed section. */
import { styled } from '@mui/material/styles';
import type { StaffUser } from '../../../../shared/contract/staffModels';
import type { TimelineKind } from '../../../../shared/contract/timeline';
import { formatEnglishAmount } from '../../../../shared/englishAmounts';
import { abbreviateStatus } from '../../../../shared/subscriptionStatus';
import { serverNow } from '../../../api/serverTime';
import { type Description, DescriptionList } from '../../../components/display/DescriptionList';
import { StatusChip } from '../../../components/display/StatusChip';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { Panel } from '../../../components/staff/Panel';
import { StatusAbbreviation } from '../../../components/staff/StatusAbbreviation';
import { useCopy } from '../../../hooks/useCopy';
import { usePlatform } from '../../../platform/PlatformContext';
import { formatDateTime } from '../../../texts/dates';
import { LOOKALIKE_TEXTS, namedCharacters } from '../../../texts/staff/lookalikes';
import { signInProvider } from '../../../texts/staff/payments';
import { daysFromNow, STAFF_USER_TEXTS } from '../../../texts/staff/user';
import { TextButton } from './TextButton';
import { type Timeline, useTimeline } from './useTimeline';

export function CustomerRecord({ user }: { user: StaffUser }) {
  const { email, uid, currency, subscription, providerId, registeredAt, mailboxRejectedAt } = user;
  const amount = (rubles: number | null | undefined) =>
    typeof rubles === 'number' ? formatEnglishAmount(rubles, currency) : STAFF_USER_TEXTS.unknown;
  const names = STAFF_USER_TEXTS.fields;
  const person: Description[] = [
    { name: STAFF_USER_TEXTS.email, value: <Copied value={email} what="email" /> },
    ...(mailboxRejectedAt
      ? [
          {
            name: STAFF_USER_TEXTS.emails,
            value: (
              <StatusChip tone="danger" size="small">
                {STAFF_USER_TEXTS.emailsBounce(formatDateTime(mailboxRejectedAt) ?? mailboxRejectedAt)}
              </StatusChip>
            ),
          },
        ]
      : []),
    ...(user.lookalikes
      ? [{ name: LOOKALIKE_TEXTS.name, value: <Lookalikes email={email ?? ''} found={user.lookalikes} /> }]
      : []),
    { name: STAFF_USER_TEXTS.uid, value: <Copied value={uid} what="uid" /> },
    ...(user.phone ? [{ name: STAFF_USER_TEXTS.phone, value: user.phone }] : []),
    ...(providerId ? [{ name: STAFF_USER_TEXTS.signsInBy, value: signInProvider(providerId) }] : []),
    ...(registeredAt
      ? [{ name: STAFF_USER_TEXTS.registered, value: formatDateTime(registeredAt) ?? registeredAt }]
      : []),
    ...useLastEvents(user.id),
  ];
  const raw: Description[] = [
    { name: names.id, value: user.id },
    { name: names.email, value: email ?? STAFF_USER_TEXTS.unknown },
    { name: names.uid, value: uid ?? STAFF_USER_TEXTS.unknown },
    { name: names.firstPayment, value: amount(user.firstPayment) },
    {
      name: names.firstPaymentIsActive,
      value: user.firstPaymentIsActive ? STAFF_USER_TEXTS.yes : STAFF_USER_TEXTS.no,
    },
    { name: names.currency, value: currency ?? STAFF_USER_TEXTS.unknown },
    { name: names.subscriptionStatus, value: abbreviateStatus(subscription?.status ?? '') },
    { name: names.totalCost, value: amount(subscription?.totalCost) },
    { name: names.endDate, value: formatDateTime(subscription?.endDate) ?? STAFF_USER_TEXTS.never },
  ];
  return (
    <Panel title={STAFF_USER_TEXTS.record}>
      <DescriptionList details={person} />
      <Raw>
        <summary>{STAFF_USER_TEXTS.rawRecord}</summary>
        <DescriptionList details={raw} />
      </Raw>
    </Panel>
  );
}

/** Explains invisible characters in the stored address, and links to the accounts with the same visible address. */
function Lookalikes({ email, found }: { email: string; found: NonNullable<StaffUser['lookalikes']> }) {
  const { visibleEmail, accounts } = found;
  const isOwn = email !== visibleEmail;
  const hasOther = accounts.some((account) => account.email === visibleEmail);
  return (
    <div>
      {isOwn && <div>{LOOKALIKE_TEXTS.stored(email, visibleEmail)}</div>}
      <div>{isOwn ? (hasOther ? LOOKALIKE_TEXTS.taken : LOOKALIKE_TEXTS.free) : LOOKALIKE_TEXTS.others}</div>
      {accounts.map((account) => (
        <div key={account.id}>
          <CustomerLink id={account.id} email={namedCharacters(account.email)} />{' '}
          <StatusAbbreviation status={account.status} size="small" />
        </div>
      ))}
    </div>
  );
}

const SIGN_INS: TimelineKind[] = ['signIn'];
const CONNECTIONS: TimelineKind[] = ['connection'];

/** Returns the last sign-in and the last connection, or nothing if the server does not support timelines. */
function useLastEvents(userId: number): Description[] {
  const now = new Date(serverNow(usePlatform()));
  const signIns = useTimeline(userId, SIGN_INS);
  const connections = useTimeline(userId, CONNECTIONS);
  const words = ({ entries, hasFailed }: Timeline, iso: string | undefined) => {
    if (entries === undefined) return hasFailed ? STAFF_USER_TEXTS.unknown : '…';
    const at = formatDateTime(iso);
    return iso === undefined || at === null ? STAFF_USER_TEXTS.never : `${at} (${daysFromNow(iso, now)})`;
  };
  const signIn = signIns.entries?.find(({ action }) => action === 'signedIn');
  return [
    ...(signIns.isAbsent ? [] : [{ name: STAFF_USER_TEXTS.lastSignIn, value: words(signIns, signIn?.at) }]),
    ...(connections.isAbsent
      ? []
      : [{ name: STAFF_USER_TEXTS.lastConnection, value: words(connections, connections.entries?.[0]?.at) }]),
  ];
}

function Copied({ value, what }: { value: string | null | undefined; what: 'email' | 'uid' }) {
  const copy = useCopy();
  if (!value) return <span>{STAFF_USER_TEXTS.unknown}</span>;
  const isEmail = what === 'email';
  return (
    <TextButton
      type="button"
      title={isEmail ? STAFF_USER_TEXTS.copyEmail(value) : STAFF_USER_TEXTS.copyUid}
      onClick={() =>
        void copy(
          value,
          isEmail ? STAFF_USER_TEXTS.mailCopied : STAFF_USER_TEXTS.uidCopied,
          STAFF_USER_TEXTS.copyFailed,
        )
      }
    >
      {value}
    </TextButton>
  );
}

const Raw = styled('details')(({ theme: { vars } }) => ({
  '& summary': {
    padding: '4px 0',
    fontSize: '0.8125rem',
    color: vars.palette.text.secondary,
    cursor: 'pointer',
  },
  '&[open] summary': { marginBottom: 6 },
}));
