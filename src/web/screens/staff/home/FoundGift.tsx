/** Shows the state of the gift whose key was entered into the search field. */
import { styled } from '@mui/material/styles';
import type { StaffGift } from '../../../../shared/contract/staffGifts';
import { type Description, DescriptionList } from '../../../components/display/DescriptionList';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { GiftStateChip } from '../../../components/staff/GiftStateChip';
import { Panel } from '../../../components/staff/Panel';
import { formatDateTime } from '../../../texts/dates';
import { giftMonths } from '../../../texts/staff/giftMonths';
import { FOUND_GIFT_TEXTS, GIFTS_TEXTS } from '../../../texts/staff/gifts';

export function FoundGift({ gift }: { gift: StaffGift }) {
  const { batch, activatedAt, activatedBy, revokedAt, revokedBy } = gift;
  const columns = GIFTS_TEXTS.columns;
  const details: Description[] = [
    { name: columns.months, value: giftMonths(gift.months) },
    ...(batch ? [{ name: columns.batch, value: batch.name }] : []),
    { name: columns.created, value: FOUND_GIFT_TEXTS.at(formatDateTime(gift.createdAt), gift.createdBy) },
    ...(activatedAt
      ? [
          { name: columns.activated, value: formatDateTime(activatedAt) },
          ...(activatedBy
            ? [
                {
                  name: FOUND_GIFT_TEXTS.by,
                  value: <CustomerLink id={activatedBy.id} email={activatedBy.email} />,
                },
              ]
            : []),
        ]
      : []),
    ...(revokedAt
      ? [{ name: columns.revoked, value: FOUND_GIFT_TEXTS.at(formatDateTime(revokedAt), revokedBy) }]
      : []),
  ];
  return (
    <Narrow>
      <Panel title={FOUND_GIFT_TEXTS.title(gift.keyEnding)} end={<GiftStateChip state={gift.state} />}>
        <DescriptionList details={details} />
      </Panel>
    </Narrow>
  );
}

/**
 * Limits the section to the width of the search field, so that the names and values in the section stay close together.
 */
const Narrow = styled('div')({ maxWidth: 640 });
