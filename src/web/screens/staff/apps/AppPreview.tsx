/** Preview of the connection steps, rendered by the customer's own component with an example of a device link. */
import { styled } from '@mui/material/styles';
import * as v from 'valibot';
import { offeredApps, type VpnApp, vpnApp } from '../../../../shared/vpnAppList';
import { ConnectSteps, useConnectSystem } from '../../../components/connect/ConnectSteps';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { usePlatform } from '../../../platform/PlatformContext';
import { APPS_TEXTS, SYSTEM_TEXTS } from '../../../texts/staff/apps';

const TEXTS = APPS_TEXTS.preview;

/** Path of the example, which is no device link. */
const EXAMPLE_PATH = '/s/example';

export function AppPreview({ apps }: { apps: readonly VpnApp[] }) {
  const offered = offeredApps(apps.filter((app) => v.is(vpnApp, app)));
  const { systems, system, setSystem } = useConnectSystem(offered);
  const { publicUrl = window.location.origin } = usePlatform().configuration;
  if (systems.length === 0) return <p>{TEXTS.nothing}</p>;
  return (
    <>
      <CompactSelect
        label={TEXTS.system}
        name="previewSystem"
        isInline
        value={system}
        choices={systems.map((value) => ({ value, label: SYSTEM_TEXTS[value] }))}
        onChange={(value) => setSystem(systems.find((each) => each === value) ?? system)}
      />
      <Sheet lang="ru">
        <ConnectSteps
          apps={offered}
          url={`${publicUrl}${EXAMPLE_PATH}`}
          system={system}
          isOwnDevice={system !== 'tv'}
          news={null}
        />
      </Sheet>
    </>
  );
}

const Sheet = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' });
