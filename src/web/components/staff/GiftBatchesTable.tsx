/** The batches of gifts, the newest first; what is unused of one is revoked as a whole. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { GiftBatch } from '../../../shared/contract/staffGifts';
import { callErrorOf } from '../../api/callError';
import { useListGiftBatchesQuery, useRevokeGiftBatchMutation } from '../../api/endpoints/staffGifts';
import { toast } from '../../app/toasts';
import { useStaffFailure, useStaffQueryFailure } from '../../hooks/useStaffFailure';
import { formatDateTime } from '../../texts/dates';
import { GIFTS_TEXTS } from '../../texts/staff/gifts';
import { SecondaryButton } from '../SecondaryButton';
import { DataTable, type Column } from './DataTable';
import { QuestionDialog } from './QuestionDialog';

const PAGE_SIZE = 20;

interface GiftBatchesTableProps {
  page: number;
  mayRevoke: boolean;
  onPage: (page: number) => void;
  /** A batch was opened: its gifts are wanted. */
  onBatch: (id: number) => void;
}

export function GiftBatchesTable({ page, mayRevoke, onPage, onBatch }: GiftBatchesTableProps) {
  const { data, error, isFetching, refetch } = useListGiftBatchesQuery(
    { page, size: PAGE_SIZE },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  useStaffQueryFailure(error);
  const [revoking, setRevoking] = useState<GiftBatch | null>(null);
  return (
    <>
      <DataTable
        label={GIFTS_TEXTS.tables.batches}
        columns={COLUMNS}
        rows={data?.content}
        rowKey={(batch) => batch.id}
        isFetching={isFetching}
        emptyText={GIFTS_TEXTS.empty}
        error={error === undefined ? null : (callErrorOf(error).reason ?? GIFTS_TEXTS.loadFailed)}
        onRetry={() => void refetch()}
        onOpen={(batch) => onBatch(batch.id)}
        {...(mayRevoke
          ? {
              rowActions: (batch: GiftBatch) =>
                batch.unused > 0 && (
                  <SecondaryButton
                    size="small"
                    fullWidth={false}
                    aria-label={GIFTS_TEXTS.revokeBatch.buttonOf(batch.name)}
                    onClick={() => setRevoking(batch)}
                  >
                    {GIFTS_TEXTS.revokeBatch.button}
                  </SecondaryButton>
                ),
            }
          : {})}
        paging={{ page, isLast: data?.last ?? true, onPage }}
      />
      {revoking !== null && <RevokeBatch batch={revoking} onDone={() => setRevoking(null)} />}
    </>
  );
}

function RevokeBatch({ batch, onDone }: { batch: GiftBatch; onDone: () => void }) {
  const [revoke, { isLoading }] = useRevokeGiftBatchMutation();
  const onFailure = useStaffFailure();
  const [failure, setFailure] = useState<string | null>(null);
  const texts = GIFTS_TEXTS.revokeBatch;

  const yes = async () => {
    setFailure(null);
    const { data, error } = await revoke({ batchId: batch.id });
    if (error === undefined) {
      toast.success(texts.done(data.revoked));
      onDone();
    } else if (!onFailure(error)) {
      setFailure(callErrorOf(error).reason ?? callErrorOf(error).message);
    }
  };

  return (
    <QuestionDialog
      question={{
        title: texts.title(batch.name),
        text: texts.text(batch.unused),
        yes: texts.button,
      }}
      isBusy={isLoading}
      failure={failure === null ? null : { title: texts.failed, text: failure }}
      onYes={() => void yes()}
      onNo={onDone}
    />
  );
}

const TEXTS = GIFTS_TEXTS.columns;

const COLUMNS: readonly Column<GiftBatch>[] = [
  { id: 'name', label: TEXTS.name, render: ({ name }) => name },
  { id: 'months', label: TEXTS.months, align: 'right', render: ({ months }) => months },
  { id: 'size', label: TEXTS.size, align: 'right', render: ({ size }) => size },
  { id: 'unused', label: TEXTS.unused, align: 'right', render: ({ unused }) => unused },
  { id: 'activated', label: TEXTS.activated, align: 'right', render: ({ activated }) => activated },
  { id: 'revoked', label: TEXTS.revoked, align: 'right', render: ({ revoked }) => revoked },
  {
    id: 'created',
    label: TEXTS.created,
    render: ({ createdAt, createdBy }) => (
      <span>
        <Moment>{formatDateTime(createdAt)}</Moment> {createdBy}
      </span>
    ),
  },
];

const Moment = styled('span')({ whiteSpace: 'nowrap' });
