/** Requests all links of the VPN apps by the server, and shows what responded. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import * as v from 'valibot';
import { type LinkReport, LINKS_MAX } from '../../../../shared/contract/staffVpnApps';
import { httpsUrl, listLinks, type VpnApp } from '../../../../shared/vpnAppList';
import { useCheckVpnAppLinksMutation } from '../../../api/endpoints/staffVpnApps';
import { StatusChip } from '../../../components/display/StatusChip';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { FormError } from '../../../components/staff/FormError';
import { Panel } from '../../../components/staff/Panel';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { APPS_TEXTS } from '../../../texts/staff/apps';

const TEXTS = APPS_TEXTS.links;

/** Result of one link, with the names of the apps that have the link. */
interface Row extends LinkReport {
  apps: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'app', label: TEXTS.app, render: ({ apps }) => apps },
  {
    id: 'result',
    label: TEXTS.result,
    render: ({ problem, status }) =>
      problem ? (
        <StatusChip tone="danger" size="small">
          {problem}
        </StatusChip>
      ) : (
        TEXTS.works(status ?? 0)
      ),
  },
  {
    id: 'link',
    label: TEXTS.link,
    render: ({ url }) => (
      <OtherTab href={url} target="_blank" rel="noreferrer">
        {url}
      </OtherTab>
    ),
  },
  { id: 'host', label: TEXTS.host, render: ({ host }) => host },
  { id: 'time', label: TEXTS.time, align: 'right', render: ({ ms }) => TEXTS.ms(ms) },
];

const OtherTab = styled('a')(({ theme: { vars } }) => ({ color: vars.palette.accent.text }));

export function AppLinks({ apps }: { apps: readonly VpnApp[] }) {
  const [check] = useCheckVpnAppLinksMutation();
  const change = useStaffChange(TEXTS.subject);
  const [found, setFound] = useState<{ rows: Row[]; isOffline: boolean } | null>(null);
  // An address that is not finished is no link yet.
  const urls = listLinks(apps).filter((url) => v.is(httpsUrl, url));
  const run = () =>
    void change.send(
      () => check({ urls: urls.slice(0, LINKS_MAX) }),
      ({ content, isOffline }) =>
        setFound({ isOffline, rows: content.map((report) => withApps(report, apps)) }),
      { isRepeatSafe: true, asksFirst: false },
    );
  return (
    <Panel
      title={TEXTS.title}
      end={
        <SmallButton
          disabled={urls.length === 0}
          loading={change.isSending}
          loadingLabel={TEXTS.checking}
          onClick={run}
        >
          {TEXTS.check}
        </SmallButton>
      }
    >
      <p>{TEXTS.lead}</p>
      <FormError title={change.failure} />
      <div role="status">{found !== null && <p>{summary(found)}</p>}</div>
      {found !== null && (
        <DataTable
          label={TEXTS.table}
          columns={COLUMNS}
          rows={found.rows}
          rowKey={({ url }) => url}
          emptyText={TEXTS.empty}
        />
      )}
    </Panel>
  );
}

const withApps = (report: LinkReport, apps: readonly VpnApp[]): Row => ({
  ...report,
  apps: apps
    .filter((app) => listLinks([app]).includes(report.url))
    .map(({ name }) => name)
    .join(', '),
});

function summary({ rows, isOffline }: { rows: readonly Row[]; isOffline: boolean }): string {
  if (isOffline) return TEXTS.offline;
  const failed = rows.filter(({ problem }) => Boolean(problem)).length;
  return failed === 0 ? TEXTS.allWork(rows.length) : TEXTS.failed(failed, rows.length);
}
