/**
 * Instructions for connecting a device with a device link. The instructions have three steps for the visitor's own
 * device, a QR code of the device link for another phone, and the device link as text for any other system. The page
 * that the device link opens shows the same steps, without the choice of an operating system.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import {
  type AppStore,
  CONNECT_SYSTEMS,
  type ConnectSystem,
  type OfferedVpnApp,
} from '../../../shared/vpnApps';
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { CONNECT_TEXTS } from '../../texts/connect';
import { ChoicePills } from '../controls/ChoicePills';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SecondaryButton } from '../controls/SecondaryButton';
import { TextLink } from '../controls/TextLink';
import { Card } from '../display/Card';
import { Note, SectionTitle } from '../display/Heading';
import { NumberedSteps } from '../display/NumberedSteps';
import { QrCanvas } from '../display/QrCanvas';
import { Row } from '../layout/Row';
import { Stack } from '../layout/Stack';
import { appLink } from './appLink';
import { CopyLink } from './CopyLink';

/** Operating systems whose devices have a camera that can scan a QR code from a screen. */
const PHONES: readonly ConnectSystem[] = ['ios', 'android'];

/** Operating system that is preselected if the visitor's operating system is unknown. */
const COMMONEST: ConnectSystem = 'android';

/** Returns the VPN apps that are available for the operating system, with the recommended app first. */
function appsFor(apps: readonly OfferedVpnApp[], system: ConnectSystem): OfferedVpnApp[] {
  return apps.filter((app) => (app.stores[system]?.length ?? 0) > 0);
}

interface ConnectChoice {
  /** Operating systems for which at least one VPN app is available. */
  systems: readonly ConnectSystem[];
  system: ConnectSystem;
  setSystem: (system: ConnectSystem) => void;
}

/**
 * Holds the selected operating system of the device to connect. The visitor's own operating system is preselected. `apps`
 * is undefined while the VPN apps are loading.
 */
export function useConnectSystem(apps: readonly OfferedVpnApp[] = []): ConnectChoice {
  const { system: own } = usePlatform();
  const systems = CONNECT_SYSTEMS.filter((each) => appsFor(apps, each).length > 0);
  const [chosen, setSystem] = useState(own);
  const system =
    systems.find((each) => each === chosen) ??
    systems.find((each) => each === COMMONEST) ??
    systems[0] ??
    own ??
    COMMONEST;
  return { systems, system, setSystem };
}

interface ConnectStepsProps {
  /** VPN apps that customers are offered. */
  apps: readonly OfferedVpnApp[];
  url: string;
  system: ConnectSystem;
  /**
   * Whether the page is open on the device to connect. If true, the steps are for the operating system of this device,
   * without links to other systems.
   */
  isOwnDevice?: boolean;
  /** Connection status of the device, shown below the last step. */
  news: Elements;
}

export function ConnectSteps({ apps, url, system, isOwnDevice = false, news }: ConnectStepsProps) {
  const { system: own } = usePlatform();
  const [isOtherPhone, setIsOtherPhone] = useState(false);
  const isPhone = PHONES.includes(system);
  const isHere = isOwnDevice || (system === own && !(isPhone && isOtherPhone));
  // Show the steps for a television too, because a television has no camera to scan a QR code and no field to paste a
  // link into.
  if ((isHere || system === 'tv') && appsFor(apps, system).length > 0) {
    return (
      <Stack gap={20}>
        <ThreeSteps key={system} apps={apps} url={url} system={system} isHere={isHere} news={news} />
        {isPhone && !isOwnDevice && (
          <Other>
            <TextLink onClick={() => setIsOtherPhone(true)}>{CONNECT_TEXTS.byCamera.show}</TextLink>
          </Other>
        )}
      </Stack>
    );
  }
  return (
    <Stack gap={20}>
      {isPhone && !isHere ? <ByCamera url={url} /> : <Elsewhere url={url} system={system} />}
      {news}
      <Note>{CONNECT_TEXTS.secret}</Note>
      {isOtherPhone && system === own && (
        <Other>
          <TextLink onClick={() => setIsOtherPhone(false)}>{CONNECT_TEXTS.byCamera.hide}</TextLink>
        </Other>
      )}
    </Stack>
  );
}

function ThreeSteps({
  apps: offered,
  url,
  system,
  isHere,
  news,
}: Required<Omit<ConnectStepsProps, 'isOwnDevice'>> & { isHere: boolean }) {
  const { configuration } = usePlatform();
  const apps = appsFor(offered, system);
  const [appId, setAppId] = useState<string | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const app = apps.find(({ id }) => id === appId) ?? apps[0];
  if (app === undefined) return null;
  const texts = CONNECT_TEXTS;
  return (
    <>
      {isChoosing && (
        <ChoicePills
          legend={texts.appLegend}
          choices={apps.map(({ id, name }) => ({ value: id, label: name }))}
          value={app.id}
          onChange={setAppId}
        />
      )}
      <Steps aria-label={texts.stepsLabel}>
        <li>
          <div>
            <SectionTitle>{texts.install.title(app.name)}</SectionTitle>
            <Stores stores={app.stores[system] ?? []} />
            {system === 'tv' && <Note>{texts.install.tv}</Note>}
            {apps.length > 1 && !isChoosing && (
              <TextLink onClick={() => setIsChoosing(true)}>{texts.otherApps}</TextLink>
            )}
          </div>
        </li>
        <li>
          <div>
            <SectionTitle>{texts.add.title(app.name)}</SectionTitle>
            {system !== 'tv' ? (
              <>
                {app.opens !== undefined && (
                  <PrimaryButton href={appLink({ opens: app.opens }, url, configuration.brand.product)}>
                    {texts.add.button(app.name)}
                  </PrimaryButton>
                )}
                <Note>{app.opens === undefined ? texts.add.byHand(app.name) : texts.add.note}</Note>
                <CopyLink url={url} />
              </>
            ) : app.sendsToTv === undefined ? (
              <>
                <Note>{texts.add.tv}</Note>
                <CopyLink url={url} />
              </>
            ) : (
              <SendToTv app={app.name} site={app.sendsToTv} url={url} isHere={isHere} />
            )}
            <Note>{texts.add.recognized(offered.map(({ name }) => name))}</Note>
            <Note>{texts.secret}</Note>
          </div>
        </li>
        <li>
          <div>
            <SectionTitle>{texts.turnOn.title}</SectionTitle>
            <Note>{texts.turnOn.text(app.name)}</Note>
            {news}
          </div>
        </li>
      </Steps>
    </>
  );
}

interface SendToTvProps {
  app: string;
  /** URL of the app vendor's page that sends a link to a television. */
  site: string;
  url: string;
  /** Whether the page is open on the television itself, which cannot copy a link. */
  isHere: boolean;
}

function SendToTv({ app, site, url, isHere }: SendToTvProps) {
  const texts = CONNECT_TEXTS.add.sendToTv;
  const { host } = new URL(site);
  if (isHere) {
    return (
      <>
        <Note>{texts.code(app)}</Note>
        <Note>{texts.fromPhone.link}</Note>
        <QrCanvas text={url} label={texts.fromPhone.qrLabel} />
        <Note>{texts.fromPhone.site(host)}</Note>
      </>
    );
  }
  return (
    <>
      <Note>{texts.code(app)}</Note>
      <Note>{texts.site(host)}</Note>
      <CopyLink url={url} />
      <SecondaryButton size="medium" href={site}>
        {texts.button(host)}
      </SecondaryButton>
    </>
  );
}

function Stores({ stores }: { stores: readonly AppStore[] }) {
  const { stores: names, otherAppStore } = CONNECT_TEXTS.install;
  const hasOwnRussian = stores.some(({ kind }) => kind === 'appStoreRu');
  return (
    <Row gap={10}>
      {stores.map(({ kind, url }) => (
        <SecondaryButton key={`${kind} ${url}`} size="medium" fullWidth={false} href={url}>
          {kind === 'appStore' && hasOwnRussian ? otherAppStore : names[kind]}
        </SecondaryButton>
      ))}
    </Row>
  );
}

function ByCamera({ url }: { url: string }) {
  const { title, text, qrLabel } = CONNECT_TEXTS.byCamera;
  return (
    <Instructions gap={14}>
      <SectionTitle>{title}</SectionTitle>
      <Note>{text}</Note>
      <QrCanvas text={url} label={qrLabel} />
      <CopyLink url={url} />
    </Instructions>
  );
}

function Elsewhere({ url, system }: { url: string; system: ConnectSystem }) {
  const { titles, text } = CONNECT_TEXTS.elsewhere;
  return (
    <Instructions gap={14}>
      <SectionTitle>{titles[system]}</SectionTitle>
      <Note>{text}</Note>
      <CopyLink url={url} />
    </Instructions>
  );
}

const Steps = styled(NumberedSteps)({
  gap: 28,
  '& > li > div': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'start',
    gap: 12,
    // Aligns the title of a step with the step number.
    paddingTop: 1,
  },
});

const Other = styled('p')({ margin: 0 });

const Instructions = styled(Card)({ justifyItems: 'start' });
