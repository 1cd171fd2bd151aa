/** Screen /adept/gifts. Creates batches of gifts, shows the state of each gift, and revokes gifts. */
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { GIFT_SORT_COLUMNS } from '../../../../shared/contract/staffGifts';
import { PENDING } from '../../../components/display/pending';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { Panel } from '../../../components/staff/Panel';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { type TableStateOptions, useTableState } from '../../../components/staff/useTableState';
import { PATHS } from '../../../navigation/paths';
import { usePlatform } from '../../../platform/PlatformContext';
import { GIFTS_TEXTS } from '../../../texts/staff/gifts';
import { GiftBatchesTable } from './GiftBatchesTable';
import { GiftBatchForm } from './GiftBatchForm';
import { GiftBatchResult, type MadeBatch } from './GiftBatchResult';
import { GiftSheet, type SheetGift } from './GiftSheet';
import { type GiftFilter, type GiftSort, GiftsTable } from './GiftsTable';
import { LeaveWarning } from './LeaveWarning';

const TABLE: TableStateOptions<GiftSort, GiftFilter> = {
  sortColumns: GIFT_SORT_COLUMNS,
  defaultSort: { by: 'id', direction: 'DESC' },
  filters: { view: 'gifts', state: '', batch: '', key: '' },
};

const VIEWS = ['gifts', 'batches'] as const;

interface Sheet {
  months: number;
  gifts: readonly SheetGift[];
}

export default function Gifts() {
  const { print } = usePlatform();
  const { may, isSettled } = useStaffRights();
  const mayMake = may('makeGifts');
  const [table, controls] = useTableState(TABLE);
  const [made, setMade] = useState<readonly MadeBatch[]>([]);
  const [savedIds, setSavedIds] = useState<readonly number[]>([]);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const view = VIEWS.find((each) => each === table.filters.view) ?? 'gifts';

  // Print after the sheet of gift cards is in the document, and again for every new print request.
  useEffect(() => {
    if (sheet !== null) print();
  }, [sheet, print]);

  return (
    <StaffFrame title={GIFTS_TEXTS.title} back={PATHS.staffHome}>
      {made.some(({ id }) => !savedIds.includes(id)) && <LeaveWarning />}
      {!isSettled && <div {...{ [PENDING]: '' }} />}
      {mayMake && (
        <Panel title={GIFTS_TEXTS.batch.title}>
          <GiftBatchForm onMade={(batch) => setMade([batch, ...made.filter(({ id }) => id !== batch.id)])} />
        </Panel>
      )}
      {made.map((batch) => (
        <GiftBatchResult
          key={batch.id}
          batch={batch}
          onSaved={() => setSavedIds((ids) => [...ids, batch.id])}
          onPrint={(months, gifts) => setSheet({ months, gifts })}
        />
      ))}
      {sheet !== null && <GiftSheet months={sheet.months} gifts={sheet.gifts} />}
      <Views role="group" aria-label={GIFTS_TEXTS.views.label}>
        {VIEWS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => controls.setFilters({ view: each, batch: '' })}
          >
            {GIFTS_TEXTS.views[each]}
          </button>
        ))}
      </Views>
      {view === 'gifts' ? (
        <GiftsTable state={table} controls={controls} mayRevoke={mayMake} />
      ) : (
        <GiftBatchesTable
          page={table.page}
          mayRevoke={mayMake}
          onPage={(page) => controls.setPage(page)}
          onBatch={(id) => controls.setFilters({ view: 'gifts', state: '', batch: String(id) })}
        />
      )}
    </StaffFrame>
  );
}

const Views = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  gap: 4,
  '& button': {
    minHeight: 32,
    padding: '4px 12px',
    border: 0,
    borderRadius: CONSOLE_RADIUS,
    font: 'inherit',
    fontWeight: 600,
    color: vars.palette.text.secondary,
    background: 'none',
    cursor: 'pointer',
    '&:hover': { backgroundColor: vars.palette.surface.raised },
    '&[aria-pressed="true"]': {
      color: vars.palette.text.primary,
      backgroundColor: vars.palette.surface.main,
      boxShadow: `inset 0 0 0 1px ${vars.palette.surface.control}`,
    },
  },
}));
