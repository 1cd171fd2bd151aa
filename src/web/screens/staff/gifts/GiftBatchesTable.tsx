/** Table of gift batches, newest first. Staff can revoke all unused gifts of a batch. */
import { useState } from 'react';
import type { GiftBatch } from '../../../../shared/contract/staffGifts';
import { useListGiftBatchesQuery, useRevokeGiftBatchMutation } from '../../../api/endpoints/staffGifts';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { buildPaging, type Column, DataTable } from '../../../components/staff/DataTable';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import { GIFTS_TEXTS } from '../../../texts/staff/gifts';
import { toast } from '../../../toasts/toasts';
import { happened } from './happened';
import { RevokeDialog } from './RevokeDialog';

const PAGE_SIZE = 20;

interface GiftBatchesTableProps {
  page: number;
  mayRevoke: boolean;
  onPage: (page: number) => void;
  /** Callback that runs when a gift batch is opened, to show the gifts of the batch. */
  onBatch: (id: number) => void;
}

export function GiftBatchesTable({ page, mayRevoke, onPage, onBatch }: GiftBatchesTableProps) {
  const query = useListGiftBatchesQuery({ page, size: PAGE_SIZE }, ALWAYS_FRESH);
  const table = useTableQuery(query, GIFTS_TEXTS);
  const [revoke] = useRevokeGiftBatchMutation();
  const [revoking, setRevoking] = useState<GiftBatch | null>(null);
  return (
    <>
      <DataTable
        label={GIFTS_TEXTS.tables.batches}
        columns={COLUMNS}
        rows={query.data?.content}
        {...table}
        rowKey={(batch) => batch.id}
        emptyText={GIFTS_TEXTS.empty}
        onOpen={(batch) => onBatch(batch.id)}
        {...(mayRevoke
          ? {
              rowActions: (batch: GiftBatch) =>
                batch.unused > 0 && (
                  <SmallButton
                    aria-label={GIFTS_TEXTS.revokeBatch.formatButton(batch.name)}
                    onClick={() => setRevoking(batch)}
                  >
                    {GIFTS_TEXTS.revokeBatch.button}
                  </SmallButton>
                ),
            }
          : {})}
        paging={buildPaging(query.data, { page, size: PAGE_SIZE, onPage })}
      />
      {revoking !== null && (
        <RevokeDialog
          question={{
            title: GIFTS_TEXTS.revokeBatch.title(revoking.name),
            text: GIFTS_TEXTS.revokeBatch.text(revoking.unused),
            yes: GIFTS_TEXTS.revokeBatch.button,
          }}
          failedTitle={GIFTS_TEXTS.revokeBatch.failed}
          revoke={() => revoke({ batchId: revoking.id })}
          onRevoked={({ revoked }) => toast.success(GIFTS_TEXTS.revokeBatch.done(revoked))}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
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
    render: ({ createdAt, createdBy }) => happened(createdAt, createdBy),
  },
];
