/** The gifts that were made: filtered, sorted and paged by the server; revoked one by one. */
import { styled } from '@mui/material/styles';
import { useState, type ReactNode } from 'react';
import { GIFT_STATES, type GIFT_SORT_COLUMNS, type StaffGift } from '../../../shared/contract/staffGifts';
import { callErrorOf } from '../../api/callError';
import { useListGiftsQuery, useRevokeGiftMutation } from '../../api/endpoints/staffGifts';
import { toast } from '../../app/toasts';
import { useStaffFailure, useStaffQueryFailure } from '../../hooks/useStaffFailure';
import type { TableControls, TableState } from '../../hooks/useTableState';
import { staffUserPath } from '../../routes/paths';
import { formatDateTime } from '../../texts/dates';
import { giftMonths } from '../../texts/staff/giftMonths';
import { DATA_TABLE_TEXTS } from '../../texts/staff/frame';
import { GIFTS_TEXTS } from '../../texts/staff/gifts';
import { SecondaryButton } from '../SecondaryButton';
import { TextLink } from '../TextLink';
import { DataTable, type Column } from './DataTable';
import { FilterSelect } from './FilterSelect';
import { GiftStateChip } from './GiftStateChip';
import { QuestionDialog } from './QuestionDialog';

export type GiftSort = (typeof GIFT_SORT_COLUMNS)[number];
export type GiftFilter = 'view' | 'state' | 'batch';

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
  const { data, error, isFetching, refetch } = useListGiftsQuery(
    { state: giftState, batchId, page, size: PAGE_SIZE, sortBy, sortDirection },
    // Customers activate gifts without telling this cache.
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  useStaffQueryFailure(error);
  const [revoking, setRevoking] = useState<StaffGift | null>(null);

  return (
    <Parts>
      <Filters>
        <FilterSelect
          label={GIFTS_TEXTS.filters.state}
          value={giftState ?? ''}
          options={[
            { value: '', label: GIFTS_TEXTS.filters.anyState },
            ...GIFT_STATES.map((each) => ({ value: each, label: GIFTS_TEXTS.states[each] })),
          ]}
          onChange={(value) => controls.setFilters({ state: value })}
        />
        {batchId !== undefined && (
          <span>
            {GIFTS_TEXTS.filters.ofBatch(batchId)}{' '}
            <TextLink onClick={() => controls.setFilters({ batch: '' })}>
              {GIFTS_TEXTS.filters.allBatches}
            </TextLink>
          </span>
        )}
      </Filters>
      <DataTable
        label={GIFTS_TEXTS.tables.gifts}
        columns={COLUMNS}
        rows={data?.content}
        rowKey={(gift) => gift.id}
        isFetching={isFetching}
        emptyText={GIFTS_TEXTS.empty}
        error={error === undefined ? null : (callErrorOf(error).reason ?? GIFTS_TEXTS.loadFailed)}
        onRetry={() => void refetch()}
        {...(mayRevoke
          ? {
              rowActions: (gift: StaffGift) =>
                gift.state === 'new' && (
                  <SecondaryButton
                    size="small"
                    fullWidth={false}
                    aria-label={GIFTS_TEXTS.revoke.buttonOf(gift.keyEnding)}
                    onClick={() => setRevoking(gift)}
                  >
                    {GIFTS_TEXTS.revoke.button}
                  </SecondaryButton>
                ),
            }
          : {})}
        sort={{ by: sortBy, direction: sortDirection, onSort: (by) => controls.toggleSort(by) }}
        paging={{ page, isLast: data?.last ?? true, onPage: (next) => controls.setPage(next) }}
        expectedRows={8}
      />
      {revoking !== null && <RevokeGift gift={revoking} onDone={() => setRevoking(null)} />}
    </Parts>
  );
}

function RevokeGift({ gift, onDone }: { gift: StaffGift; onDone: () => void }) {
  const [revoke, { isLoading }] = useRevokeGiftMutation();
  const onFailure = useStaffFailure();
  const [failure, setFailure] = useState<string | null>(null);
  const texts = GIFTS_TEXTS.revoke;

  const yes = async () => {
    setFailure(null);
    const { error } = await revoke({ giftId: gift.id });
    if (error === undefined) {
      toast.success(texts.done);
      onDone();
    } else if (!onFailure(error)) {
      setFailure(callErrorOf(error).reason ?? callErrorOf(error).message);
    }
  };

  return (
    <QuestionDialog
      question={{
        title: texts.title,
        text: texts.text(gift.keyEnding, giftMonths(gift.months)),
        yes: texts.button,
      }}
      isBusy={isLoading}
      failure={failure === null ? null : { title: texts.failed, text: failure }}
      onYes={() => void yes()}
      onNo={onDone}
    />
  );
}

const COLUMNS: readonly Column<StaffGift, GiftSort>[] = [
  {
    id: 'gift',
    label: GIFTS_TEXTS.columns.gift,
    render: ({ keyEnding }) => <code>{GIFTS_TEXTS.keyEnding(keyEnding)}</code>,
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
    render: ({ batch }) => batch?.name ?? DATA_TABLE_TEXTS.blank,
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
      happened(
        activatedAt,
        activatedBy && <TextLink to={staffUserPath(activatedBy.id)}>{activatedBy.email}</TextLink>,
      ),
  },
  {
    id: 'revoked',
    label: GIFTS_TEXTS.columns.revoked,
    render: ({ revokedAt, revokedBy }) => happened(revokedAt, revokedBy),
  },
];

/** A string where nothing happened: the cards of a narrow screen leave it out. */
function happened(at: string | null | undefined, by: ReactNode): ReactNode {
  const date = formatDateTime(at);
  if (date === null) return DATA_TABLE_TEXTS.blank;
  return (
    <span>
      <Moment>{date}</Moment> {by}
    </span>
  );
}

const Moment = styled('span')({ whiteSpace: 'nowrap' });

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 });

const Filters = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' });
