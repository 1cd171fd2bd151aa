/** Shows the device's VPN credential: its status, its expiry, and the reason for a pending update. */
import type { DeviceDelivery as Delivery } from '../../../../shared/contract/staffModels';
import { serverNow } from '../../../api/serverTime';
import { type Description, DescriptionList } from '../../../components/display/DescriptionList';
import { StatusChip } from '../../../components/display/StatusChip';
import { Panel } from '../../../components/staff/Panel';
import { usePlatform } from '../../../platform/PlatformContext';
import { formatDateTime } from '../../../texts/dates';
import { STAFF_DEVICE_TEXTS } from '../../../texts/staff/device';
import { failureReason } from '../../../texts/staff/failureReason';

const TEXTS = STAFF_DEVICE_TEXTS.delivery;

export function DeviceDelivery({ delivery }: { delivery: Delivery }) {
  const { until, openedAt, lastSeenAt, app, waiting } = delivery;
  const details: Description[] = [
    { name: TEXTS.state, value: <State delivery={delivery} /> },
    ...(waiting
      ? [
          { name: TEXTS.why, value: waiting.problem ? failureReason(waiting.problem) : TEXTS.notTried },
          ...(waiting.nextTryAt ? [{ name: TEXTS.nextTry, value: formatDateTime(waiting.nextTryAt) }] : []),
        ]
      : []),
    { name: TEXTS.until, value: formatDateTime(until) ?? TEXTS.noKey },
    { name: TEXTS.openedAt, value: formatDateTime(openedAt) ?? TEXTS.noKey },
    { name: TEXTS.lastSeen, value: formatDateTime(lastSeenAt) ?? TEXTS.never },
    { name: TEXTS.app, value: app ?? TEXTS.noApp },
  ];
  return (
    <Panel title={TEXTS.title} isMarked={delivery.isBlocked || Boolean(waiting?.problem)}>
      <DescriptionList details={details} />
    </Panel>
  );
}

function State({ delivery: { isBlocked, waiting, until } }: { delivery: Delivery }) {
  const platform = usePlatform();
  if (isBlocked) return <StatusChip tone="danger">{TEXTS.blocked}</StatusChip>;
  if (waiting?.rejectedAt) return <StatusChip tone="danger">{TEXTS.rejected}</StatusChip>;
  if (waiting) return <StatusChip tone="warning">{TEXTS.waiting}</StatusChip>;
  const isOver = typeof until === 'string' && Date.parse(until) <= serverNow(platform);
  return isOver ? (
    <StatusChip tone="neutral">{TEXTS.ended}</StatusChip>
  ) : (
    <StatusChip tone="success">{TEXTS.inOrder}</StatusChip>
  );
}
