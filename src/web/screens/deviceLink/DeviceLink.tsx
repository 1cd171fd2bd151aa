/**
 * Screen /s/<token>, which a device link opens in a browser. The screen explains the device link and shows the
 * connection steps for the visitor's device. No account is needed. A VPN app that requests the same URL gets its
 * connection settings instead.
 */
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { Connected } from '../../components/connect/Connected';
import { ConnectionNews } from '../../components/connect/ConnectionNews';
import { ConnectSteps, useConnectSystem } from '../../components/connect/ConnectSteps';
import { NoApps } from '../../components/connect/NoApps';
import { ToConnect } from '../../components/connect/ToConnect';
import { type ConnectLinkNews, useConnectLinkNews } from '../../components/connect/useConnectLinkNews';
import { useVpnApps, type VpnAppsQuery } from '../../components/connect/useVpnApps';
import { ChoicePills } from '../../components/controls/ChoicePills';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { CenteredLine } from '../../components/display/CenteredLine';
import { Lead, ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { CardSkeleton } from '../../components/display/Skeletons';
import { TitleGroup } from '../../components/display/TitleGroup';
import { adviceInWords } from '../../components/failures/CallFailure';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { PATHS } from '../../navigation/paths';
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { CONNECT_TEXTS } from '../../texts/connect';

const texts = CONNECT_TEXTS.page;

export default function DeviceLink() {
  const { token = '' } = useParams();
  const news = useConnectLinkNews(token);
  // The apps are requested at the same time as the state of the link.
  const offer = useVpnApps();
  const [stateAtFirst, setStateAtFirst] = useState(news.state);
  if (stateAtFirst === null && news.state !== null) setStateAtFirst(news.state);
  const [isSame, setIsSame] = useState(false);

  if (news.hasFailed) {
    return (
      <Page title={texts.title}>
        <ErrorNotice
          title={texts.failed.title}
          text={adviceInWords(texts.failed.text, news.error)}
          onRetry={news.retry}
        >
          <SupportLink />
        </ErrorNotice>
      </Page>
    );
  }
  switch (news.state) {
    case null:
      return (
        <Page title={texts.title} lead={texts.lead}>
          <CardSkeleton height={420} label={texts.loading} />
        </Page>
      );
    case 'connected':
      if (stateAtFirst === 'connected' && !isSame) {
        return <Taken deviceName={news.deviceName} onSame={() => setIsSame(true)} />;
      }
      return isSame ? (
        <Steps news={news} offer={offer} />
      ) : (
        <Page title={texts.title}>
          <Connected deviceName={news.deviceName}>{null}</Connected>
        </Page>
      );
    case 'unused':
    case 'preparing':
      return <Steps news={news} offer={offer} />;
    case 'full':
      return (
        <Page title={texts.full.title} lead={texts.full.text}>
          <PrimaryButton to={PATHS.profile}>{texts.full.toProfile}</PrimaryButton>
        </Page>
      );
    case 'accessEnded':
      return (
        <Page title={texts.accessEnded.title} lead={texts.accessEnded.text}>
          <PrimaryButton to={PATHS.shop}>{texts.accessEnded.renew}</PrimaryButton>
        </Page>
      );
    case 'unknown':
    case 'stale':
    case 'detached':
      return (
        <Page title={texts[news.state].title} lead={texts[news.state].text}>
          <ToConnect>{texts.takeNew}</ToConnect>
        </Page>
      );
  }
}

function Page({ title, lead, children }: { title: string; lead?: string; children: Elements }) {
  return (
    <Frame title={title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{title}</ScreenTitle>
          {lead !== undefined && <Lead>{lead}</Lead>}
        </TitleGroup>
        {children}
      </ScreenParts>
    </Frame>
  );
}

function Steps({ news, offer }: { news: ConnectLinkNews; offer: VpnAppsQuery }) {
  const { system: own } = usePlatform();
  const { systems, system, setSystem } = useConnectSystem(offer.apps);
  const isKnown = systems.some((each) => each === own);
  // The device link is the URL without query and fragment, because messengers append tracking parameters.
  const { pathname } = useLocation();
  const url = new URL(pathname, news.baseUrl ?? window.location.origin).href;
  if (offer.apps === undefined) {
    return (
      <Page title={texts.title} lead={texts.lead}>
        {offer.failure === undefined ? (
          <CardSkeleton height={420} label={texts.loading} />
        ) : (
          <NoApps query={offer} url={url} />
        )}
      </Page>
    );
  }
  return (
    <Page title={texts.title} lead={texts.lead}>
      {!isKnown && (
        <ChoicePills
          legend={CONNECT_TEXTS.systemLegend}
          choices={systems.map((value) => ({ value, label: CONNECT_TEXTS.systems[value] }))}
          value={system}
          onChange={setSystem}
        />
      )}
      <ConnectSteps
        apps={offer.apps}
        url={url}
        system={system}
        isOwnDevice
        news={news.state === 'connected' ? null : <ConnectionNews news={news} />}
      />
    </Page>
  );
}

function Taken({ deviceName, onSame }: { deviceName: string | null; onSame: () => void }) {
  const { title, text, nameless, same } = texts.taken;
  return (
    <Page title={title} lead={deviceName ? text(deviceName) : nameless}>
      <ToConnect>{texts.takeNew}</ToConnect>
      <CenteredLine>
        <TextLink onClick={onSame}>{same}</TextLink>
      </CenteredLine>
    </Page>
  );
}
