/** Screen /connect. Connects a device with a third-party VPN app and a device link, which connects only one device. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect } from 'react';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import { useGetConnectLinkQuery } from '../../api/endpoints/connect';
import { profileApi } from '../../api/endpoints/profile';
import { AccountPanel } from '../../components/account/AccountPanel';
import { DeviceList } from '../../components/account/DeviceList';
import { useAccount } from '../../components/account/useAccount';
import { useDetachDevice } from '../../components/account/useDetachDevice';
import { Connected } from '../../components/connect/Connected';
import { ConnectionNews } from '../../components/connect/ConnectionNews';
import { ConnectSteps, useConnectSystem } from '../../components/connect/ConnectSteps';
import { NoApps } from '../../components/connect/NoApps';
import { useConnectLinkNews } from '../../components/connect/useConnectLinkNews';
import { useVpnApps } from '../../components/connect/useVpnApps';
import { ChoicePills } from '../../components/controls/ChoicePills';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { CenteredLine } from '../../components/display/CenteredLine';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { LaterText } from '../../components/display/LaterText';
import { ScreenParts } from '../../components/display/ScreenParts';
import { CardSkeleton } from '../../components/display/Skeletons';
import { TitleGroup } from '../../components/display/TitleGroup';
import { adviceInWords } from '../../components/failures/CallFailure';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { selectCaller } from '../../identity/selectors';
import { PATHS, tokenInLink } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { CONNECT_TEXTS } from '../../texts/connect';

export default function Connect() {
  const dispatch = useAppDispatch();
  const caller = useAppSelector(selectCaller);
  const offer = useVpnApps();
  const { systems, system, setSystem } = useConnectSystem(offer.apps);
  // Use `data` instead of `currentData` to avoid a layout shift when the customer selects another operating system,
  // because the device link is the same for every operating system.
  const {
    data: link,
    error,
    isError,
    isFetching,
    refetch,
  } = useGetConnectLinkQuery(caller === null ? skipToken : { ...caller, system }, {
    refetchOnReconnect: true,
  });
  const news = useConnectLinkNews(
    link === undefined || link.reason === 'accessEnded' ? null : tokenInLink(link.url),
  );
  const isConnected = news.state === 'connected';
  const isFull = link?.availableDevices === 0;
  // Check the response too, because the stored profile may show a subscription as active after the subscription has
  // expired.
  const hasEnded = link?.reason === 'accessEnded' || news.state === 'accessEnded';

  useEffect(() => {
    if (isConnected) dispatch(profileApi.util.invalidateTags(['Profile']));
  }, [isConnected, dispatch]);

  const { used, oneLink, ...texts } = CONNECT_TEXTS;
  return (
    <Frame title={texts.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{texts.title}</ScreenTitle>
          {!isFull && !hasEnded && (
            <Lead>
              <span>{oneLink}</span>
              {link === undefined && !isError ? (
                <LaterText>{` ${used(OFFER_TERMS.maxDevices)}`}</LaterText>
              ) : (
                link !== undefined &&
                !isConnected && <span>{` ${used(OFFER_TERMS.maxDevices - link.availableDevices)}`}</span>
              )}
            </Lead>
          )}
        </TitleGroup>
        {link === undefined ? (
          isError ? (
            <ErrorNotice
              title={texts.failed.title}
              text={adviceInWords(texts.failed.text, error)}
              onRetry={() => void refetch()}
            >
              <SupportLink />
            </ErrorNotice>
          ) : (
            <CardSkeleton height={420} label={texts.loading} />
          )
        ) : isConnected ? (
          <Connected deviceName={news.deviceName}>
            <PrimaryButton to={PATHS.profile}>{texts.connected.toProfile}</PrimaryButton>
            <SecondaryButton loading={isFetching} onClick={() => void refetch()}>
              {texts.connected.another}
            </SecondaryButton>
            <CenteredLine>
              <TextLink to={PATHS.check}>{texts.check.title}</TextLink>
            </CenteredLine>
          </Connected>
        ) : hasEnded ? (
          <Ended />
        ) : isFull ? (
          <Full />
        ) : offer.failure !== undefined ? (
          <NoApps query={offer} url={link.url} />
        ) : offer.apps === undefined ? (
          <CardSkeleton height={420} label={texts.loading} />
        ) : (
          <>
            <ChoicePills
              legend={texts.systemLegend}
              choices={systems.map((value) => ({ value, label: texts.systems[value] }))}
              value={system}
              onChange={setSystem}
            />
            <ConnectSteps
              apps={offer.apps}
              url={link.url}
              system={system}
              news={<ConnectionNews news={news} />}
            />
            <Note>
              {texts.check.before} <TextLink to={PATHS.check}>{texts.check.link}</TextLink>.
            </Note>
          </>
        )}
      </ScreenParts>
    </Frame>
  );
}

/** Message for a customer whose subscription has expired. VPN apps get no servers until the subscription is renewed. */
function Ended() {
  const { title, text, renew } = CONNECT_TEXTS.accessEnded;
  return (
    <>
      <TitleGroup>
        <SectionTitle>{title}</SectionTitle>
        <Lead>{text}</Lead>
      </TitleGroup>
      <PrimaryButton to={PATHS.shop}>{renew}</PrimaryButton>
    </>
  );
}

/**
 * Device list for a customer without a free device slot. After the customer detaches a device, the connection steps
 * replace the device list.
 */
function Full() {
  const query = useAccount();
  const follow = useFollow();
  const { detachingId, detach } = useDetachDevice();
  const { title, text } = CONNECT_TEXTS.full;
  return (
    <>
      <TitleGroup>
        <SectionTitle>{title}</SectionTitle>
        <Lead>{text}</Lead>
      </TitleGroup>
      <AccountPanel query={query}>
        {query.account !== null && (
          <DeviceList
            devices={query.account.devices}
            usedCount={query.account.usedDeviceCount}
            detachingId={detachingId}
            onDetach={(device) =>
              void detach(device).then((outcome) => {
                // After a device is detached, the customer stays on this screen unless the subscription is inactive.
                if (outcome.kind !== 'detached' || !outcome.subscriptionIsActive) follow(outcome);
              })
            }
          />
        )}
      </AccountPanel>
    </>
  );
}
