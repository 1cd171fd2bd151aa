/** Lists the versions of the list of VPN apps, and restores one of them. */
import type { VpnAppListVersion } from '../../../../shared/contract/staffVpnApps';
import { useRestoreVpnAppsMutation } from '../../../api/endpoints/staffVpnApps';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { FormError } from '../../../components/staff/FormError';
import { Panel } from '../../../components/staff/Panel';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { formatDateTime } from '../../../texts/dates';
import { APPS_TEXTS, changesInWords } from '../../../texts/staff/apps';
import { toast } from '../../../toasts/toasts';

const TEXTS = APPS_TEXTS.history;

const COLUMNS: readonly Column<VpnAppListVersion>[] = [
  { id: 'version', label: TEXTS.version, render: ({ version }) => version },
  { id: 'when', label: TEXTS.when, render: ({ at }) => formatDateTime(at) },
  { id: 'who', label: TEXTS.who, render: ({ by }) => by },
  { id: 'changes', label: TEXTS.changes, render: changesInWords },
];

interface AppHistoryProps {
  /** Version of the current list. */
  version: number;
  history: readonly VpnAppListVersion[];
  /** Whether there are unpublished changes, which would no longer fit to a restored version. */
  hasDraft: boolean;
}

export function AppHistory({ version, history, hasDraft }: AppHistoryProps) {
  const [restore] = useRestoreVpnAppsMutation();
  const change = useStaffChange(APPS_TEXTS.subject);
  const run = (restored: number) =>
    void change.send(
      () => restore({ version, restored }),
      () => toast.success(TEXTS.restored),
      { isRepeatSafe: true, asksFirst: false },
    );
  return (
    <Panel
      title={TEXTS.title}
      end={
        <SmallButton disabled={hasDraft || version === 0} onClick={() => run(0)}>
          {TEXTS.restoreShipped}
        </SmallButton>
      }
    >
      {hasDraft && <p>{TEXTS.discardFirst}</p>}
      <FormError title={change.failure} />
      <DataTable
        label={TEXTS.table}
        columns={COLUMNS}
        rows={history}
        rowKey={(row) => row.version}
        emptyText={TEXTS.empty}
        rowActions={(row) =>
          row.version === version ? (
            <span>{TEXTS.current}</span>
          ) : (
            <SmallButton
              aria-label={TEXTS.restoreLabel(row.version)}
              disabled={hasDraft || change.isSending}
              onClick={() => run(row.version)}
            >
              {TEXTS.restore}
            </SmallButton>
          )
        }
      />
    </Panel>
  );
}
