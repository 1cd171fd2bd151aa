/**
 * Screen /adept/linkDomains, for admins. Lists the domains of device links with their fetches and devices, and marks a
 * domain as blocked.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { StaffLinkDomain } from '../../../../shared/contract/staffLinkDomains';
import { useMarkLinkDomainMutation, useReadLinkDomainsQuery } from '../../../api/endpoints/staffLinkDomains';
import { StatusChip } from '../../../components/display/StatusChip';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { QuestionDialog } from '../../../components/staff/QuestionDialog';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import { PATHS } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { LINK_DOMAIN_TEXTS } from '../../../texts/staff/linkDomains';
import { toast } from '../../../toasts/toasts';

const { columns: LABELS, count, share } = LINK_DOMAIN_TEXTS;

const fetchesColumn = (outcome: 'served' | 'rejected' | 'failed'): Column<StaffLinkDomain> => ({
  id: outcome,
  label: LABELS[outcome],
  align: 'right',
  render: ({ recent, usual }) => (
    <Compared
      value={count(recent[outcome])}
      usual={usual ? LINK_DOMAIN_TEXTS.usual(usual[outcome]) : LINK_DOMAIN_TEXTS.noUsual}
    />
  ),
});

const COLUMNS: readonly Column<StaffLinkDomain>[] = [
  { id: 'domain', label: LABELS.domain, render: (row) => <Domain row={row} /> },
  fetchesColumn('served'),
  fetchesColumn('failed'),
  fetchesColumn('rejected'),
  { id: 'devices', label: LABELS.devices, align: 'right', render: ({ devices }) => count(devices) },
  { id: 'missing', label: LABELS.missing, align: 'right', render: ({ missing }) => count(missing) },
  {
    id: 'onOtherDomain',
    label: LABELS.onOtherDomain,
    align: 'right',
    render: ({ onOtherDomain }) => count(onOtherDomain),
  },
  {
    id: 'unfetched',
    label: LABELS.unfetched,
    align: 'right',
    render: ({ shown, unfetched, usualUnfetched }) => (
      <Compared
        value={share(unfetched, shown)}
        usual={
          typeof usualUnfetched === 'number'
            ? LINK_DOMAIN_TEXTS.usualShare(usualUnfetched)
            : LINK_DOMAIN_TEXTS.noUsual
        }
      />
    ),
  },
];

function Compared({ value, usual }: { value: string; usual: string }) {
  return (
    // The cell content is a single element, because a table cell is a two-column grid on narrow screens.
    <div>
      <div>{value}</div>
      <Muted>{usual}</Muted>
    </div>
  );
}

function Domain({ row: { domain, isConfigured, isPreferred, blockedAt } }: { row: StaffLinkDomain }) {
  const { preferred, blocked, former, blockedSince } = LINK_DOMAIN_TEXTS;
  return (
    <div>
      <Name>{domain}</Name>
      {isPreferred && (
        <StatusChip tone="success" size="small">
          {preferred}
        </StatusChip>
      )}
      {blockedAt && (
        <StatusChip tone="danger" size="small">
          {blocked}
        </StatusChip>
      )}
      {!isConfigured && (
        <StatusChip tone="warning" size="small">
          {former}
        </StatusChip>
      )}
      {blockedAt && <Muted>{blockedSince(formatDateTime(blockedAt) ?? blockedAt)}</Muted>}
    </div>
  );
}

export default function LinkDomains() {
  const query = useReadLinkDomainsQuery({}, ALWAYS_FRESH);
  const table = useTableQuery(query, LINK_DOMAIN_TEXTS);
  const { content, other } = query.currentData ?? {};
  return (
    <StaffFrame title={LINK_DOMAIN_TEXTS.title} back={PATHS.staffHome}>
      <p>{LINK_DOMAIN_TEXTS.lead}</p>
      <DataTable
        label={LINK_DOMAIN_TEXTS.table}
        columns={COLUMNS}
        rows={content}
        {...table}
        rowKey={({ domain }) => domain}
        emptyText={LINK_DOMAIN_TEXTS.empty}
        rowActions={(row) =>
          row.blockedAt ? <Unblock row={row} /> : row.isConfigured && <Block row={row} />
        }
        expectedRows={2}
      />
      <Legend>{LINK_DOMAIN_TEXTS.legend}</Legend>
      {other && (
        <Legend>
          {LINK_DOMAIN_TEXTS.other(other.recent.served, other.recent.rejected, other.recent.failed)}
        </Legend>
      )}
    </StaffFrame>
  );
}

function Unblock({ row: { domain } }: { row: StaffLinkDomain }) {
  const [mark] = useMarkLinkDomainMutation();
  const { send, isSending } = useStaffChange();
  return (
    <SmallButton
      loading={isSending}
      aria-label={LINK_DOMAIN_TEXTS.formatUnblock(domain)}
      onClick={() =>
        void send(
          () => mark({ domain, isBlocked: false }),
          () => toast.success(LINK_DOMAIN_TEXTS.hasUnblocked(domain)),
          { onFailed: ({ reason, message }) => toast.error(reason ?? message) },
        )
      }
    >
      {LINK_DOMAIN_TEXTS.unblock}
    </SmallButton>
  );
}

function Block({ row: { domain } }: { row: StaffLinkDomain }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <SmallButton aria-label={LINK_DOMAIN_TEXTS.formatBlock(domain)} onClick={() => setIsAsking(true)}>
        {LINK_DOMAIN_TEXTS.block}
      </SmallButton>
      {isAsking && <BlockDialog domain={domain} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function BlockDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const [mark] = useMarkLinkDomainMutation();
  const { send, isSending, failure } = useStaffChange();
  return (
    <QuestionDialog
      question={LINK_DOMAIN_TEXTS.question(domain)}
      isBusy={isSending}
      failure={failure === null ? null : { title: LINK_DOMAIN_TEXTS.failed, text: failure }}
      onYes={() =>
        void send(
          () => mark({ domain, isBlocked: true }),
          () => {
            toast.success(LINK_DOMAIN_TEXTS.hasBlocked(domain));
            onClose();
          },
        )
      }
      onNo={onClose}
    />
  );
}

const Muted = styled('div')(({ theme: { vars } }) => ({
  fontSize: 'var(--fine-print)',
  color: vars.palette.text.secondary,
}));

const Name = styled('span')({
  display: 'inline-block',
  minWidth: '6em',
  marginRight: 8,
  overflowWrap: 'anywhere',
});

const Legend = styled('p')(({ theme: { vars } }) => ({
  margin: 0,
  maxWidth: '90ch',
  color: vars.palette.text.secondary,
}));
