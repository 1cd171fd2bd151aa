/** The fields of a customer's record, each under its own name. */
import { formatAmount } from '../../../../shared/amounts';
import type { StaffUser } from '../../../../shared/contract/models';
import { abbreviateStatus } from '../../../../shared/subscriptionStatus';
import { type Fact, Facts } from '../../../components/display/Facts';
import { Panel } from '../../../components/staff/Panel';
import { useCopy } from '../../../hooks/useCopy';
import { formatDateTime } from '../../../texts/dates';
import { STAFF_USER_TEXTS } from '../../../texts/staff/user';
import { TextButton } from './TextButton';

export function CustomerRecord({ user }: { user: StaffUser }) {
  const copy = useCopy();
  const { email, uid, currency, subscription } = user;
  const amount = (rubles: number | null | undefined) =>
    typeof rubles === 'number' ? formatAmount(rubles, currency) : STAFF_USER_TEXTS.unknown;
  const names = STAFF_USER_TEXTS.fields;
  const copied = (value: string | null | undefined, label: (value: string) => string, done: string) =>
    value ? (
      <TextButton
        type="button"
        title={label(value)}
        onClick={() => void copy(value, done, STAFF_USER_TEXTS.copyFailed)}
      >
        {value}
      </TextButton>
    ) : (
      STAFF_USER_TEXTS.unknown
    );
  const facts: Fact[] = [
    { name: names.id, value: user.id },
    { name: names.email, value: copied(email, STAFF_USER_TEXTS.copyEmail, STAFF_USER_TEXTS.mailCopied) },
    { name: names.uid, value: copied(uid, () => STAFF_USER_TEXTS.copyUid, STAFF_USER_TEXTS.uidCopied) },
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
      <Facts facts={facts} />
    </Panel>
  );
}
