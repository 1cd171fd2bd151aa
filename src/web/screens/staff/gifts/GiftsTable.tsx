/** Table of all gifts, which the server filters, sorts and paginates. Staff can revoke single gifts. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { type GIFT_SORT_COLUMNS, GIFT_STATES, type StaffGift } from '../../../../shared/contract/staffGifts';
import { typedGiftKey } from '../../../../shared/giftKeys';
import { useListGiftsQuery, useRevokeGiftMutation } from '../../../api/endpoints/staffGifts';
import { TextLink } from '../../../components/controls/TextLink';
import { Stack } from '../../../components/layout/Stack';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { buildPaging, type Column, DataTable } from '../../../components/staff/DataTable';
import { GiftStateChip } from '../../../components/staff/GiftStateChip';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import type { TableControls, TableState } from '../../../components/staff/useTableState';
import { giftMonths } from '../../../texts/staff/giftMonths';
import { GIFTS_TEXTS } from '../../../texts/staff/gifts';
import { toast } from '../../../toasts/toasts';
import { happened } from './happened';
import { RevokeDialog } from './RevokeDialog';

export type GiftSort = (typeof GIFT_SORT_COLUMNS)[number];
export type GiftFilter = 'view' | 'state' | 'batch' | 'key';

/** The server stores only the last four characters of a gift key. */
const KEY_ENDING = /^[A-Za-z0-9]{1,4}$/;

const PAGE_SIZE = 20;

interface GiftsTableProps {
  state: TableState<GiftSort, GiftFilter>;
  controls: TableControls<GiftSort, GiftFilter>;
  mayRevoke: boolean;
}

export function GiftsTable({ state, controls, mayRevoke }: GiftsTableProps) {
  const { filters, page, sortBy, sortDirection } = state;
  const giftState = GIFT_STATES.find((each) => each === filters.state);
  const batchId = /^[1-9]\d{0,8}$/.test(filters.batch) ? Number(filters.batch) : undefined;
  // If staff paste a whole gift key, only its last four characters are used.
  const ending = filters.key.slice(-4);
  const isEnding = KEY_ENDING.test(ending);
  const query = useListGiftsQuery(
    {
      state: giftState,
      batchId,
      keyEnding: isEnding ? ending : undefined,
      page,
      size: PAGE_SIZE,
      sortBy,
      sortDirection,
    },
    // Always refetch the gifts, because customers redeem gifts at any time, so the cache may be outdated.
    ALWAYS_FRESH,
  );
  const table = useTableQuery(query, GIFTS_TEXTS);
  const [revoke] = useRevokeGiftMutation();
  const [revoking, setRevoking] = useState<StaffGift | null>(null);

  return (
    <Stack gap={12}>
      <Filters>
        <CompactSelect
          label={GIFTS_TEXTS.filters.state}
          name="state"
          value={giftState ?? ''}
          choices={[
            { value: '', label: GIFTS_TEXTS.filters.anyState },
            ...GIFT_STATES.map((each) => ({ value: each, label: GIFTS_TEXTS.states[each] })),
          ]}
          onChange={(value) => controls.setFilters({ state: value })}
        />
        <CompactField
          key={filters.key}
          label={GIFTS_TEXTS.filters.keyEnding}
          name="keyEnding"
          defaultValue={filters.key}
          maxLength={200}
          autoComplete="off"
          error={filters.key !== '' && !isEnding ? GIFTS_TEXTS.filters.keyEndingWrong : null}
          // A gift key is a secret, so the URL contains only its last four characters.
          onLeave={(value) => {
            const end = typedGiftKey(value).slice(-4);
            if (end !== filters.key) controls.setFilters({ key: end });
          }}
        />
        {batchId !== undefined && (
          <span>
            <span>{`${GIFTS_TEXTS.filters.ofBatch(batchId)} `}</span>
            <TextLink onClick={() => controls.setFilters({ batch: '' })}>
              {GIFTS_TEXTS.filters.allBatches}
            </TextLink>
          </span>
        )}
      </Filters>
      <DataTable
        label={GIFTS_TEXTS.tables.gifts}
        columns={COLUMNS}
        rows={query.data?.content}
        {...table}
        rowKey={(gift) => gift.id}
        emptyText={GIFTS_TEXTS.empty}
        {...(mayRevoke
          ? {
              rowActions: (gift: StaffGift) =>
                gift.state === 'new' && (
                  <SmallButton
                    aria-label={GIFTS_TEXTS.revoke.formatButton(gift.keyEnding)}
                    onClick={() => setRevoking(gift)}
                  >
                    {GIFTS_TEXTS.revoke.button}
                  </SmallButton>
                ),
            }
          : {})}
        sort={{ by: sortBy, direction: sortDirection, onSort: (by) => controls.toggleSort(by) }}
        paging={buildPaging(query.data, { page, size: PAGE_SIZE, onPage: controls.setPage })}
        expectedRows={8}
      />
      {revoking !== null && (
        <RevokeDialog
          question={{
            title: GIFTS_TEXTS.revoke.title,
            text: GIFTS_TEXTS.revoke.text(revoking.keyEnding, giftMonths(revoking.months)),
            yes: GIFTS_TEXTS.revoke.button,
          }}
          failedTitle={GIFTS_TEXTS.revoke.failed}
          revoke={() => revoke({ giftId: revoking.id })}
          onRevoked={() => toast.success(GIFTS_TEXTS.revoke.done)}
          onClose={() => setRevoking(null)}
        />
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<StaffGift, GiftSort>[] = [
  {
    id: 'gift',
    label: GIFTS_TEXTS.columns.gift,
    render: ({ keyEnding }) => <KeyEnding>{GIFTS_TEXTS.keyEnding(keyEnding)}</KeyEnding>,
  },
  {
    id: 'months',
    label: GIFTS_TEXTS.columns.months,
    sortBy: 'months',
    align: 'right',
    render: ({ months }) => months,
  },
  { id: 'state', label: GIFTS_TEXTS.columns.state, render: ({ state }) => <GiftStateChip state={state} /> },
  {
    id: 'batch',
    label: GIFTS_TEXTS.columns.batch,
    width: '22%',
    render: ({ batch }) => batch?.name ?? null,
  },
  {
    id: 'created',
    label: GIFTS_TEXTS.columns.created,
    sortBy: 'id',
    render: ({ createdAt, createdBy }) => happened(createdAt, createdBy),
  },
  {
    id: 'activated',
    label: GIFTS_TEXTS.columns.activated,
    sortBy: 'activatedAt',
    render: ({ activatedAt, activatedBy }) =>
      happened(activatedAt, activatedBy && <CustomerLink id={activatedBy.id} email={activatedBy.email} />),
  },
  {
    id: 'revoked',
    label: GIFTS_TEXTS.columns.revoked,
    render: ({ revokedAt, revokedBy }) => happened(revokedAt, revokedBy),
  },
];

const Filters = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  gap: '8px 16px',
  '& > span': { alignSelf: 'end', paddingBottom: 8 },
});

const KeyEnding = styled('code')({ whiteSpace: 'nowrap' });
