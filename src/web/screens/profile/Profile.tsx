/** Screen /profile. Shows the customer, the app downloads, the devices and a link to the subscription. */
import { styled } from '@mui/material/styles';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { RADIUS } from '../../../shared/designTokens';
import { AccountDevices } from '../../components/account/AccountDevices';
import { AccountPanel } from '../../components/account/AccountPanel';
import { ManageSubscription } from '../../components/account/ManageSubscription';
import { ToAccount } from '../../components/account/ToAccount';
import { useAccount } from '../../components/account/useAccount';
import { useDetachDevice } from '../../components/account/useDetachDevice';
import { DownloadBlock } from '../../components/controls/DownloadBlock';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Note } from '../../components/display/Heading';
import { HiddenText } from '../../components/display/HiddenText';
import { Frame } from '../../components/frame/Frame';
import { Stack } from '../../components/layout/Stack';
import { fetchAccountAhead } from '../../flows/account/fetchAccountAhead';
import { logOut } from '../../flows/signIn/logOut';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { selectEmail, selectShownPhotoUrl } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { loadChunk } from '../../platform/chunks';
import { usePlatform } from '../../platform/PlatformContext';
import { PROFILE_TEXTS } from '../../texts/profile';
import { subscriptionStatusText } from '../../texts/subscriptionStatus';
import { WIDE_LAYOUT } from '../../theme/theme';
import { translucent } from '../../theme/translucent';
import { SubscriptionDetails } from './SubscriptionDetails';
import { UserBlock } from './UserBlock';

/** @public The router reads the export `prefetch` from the lazily loaded module of the screen. */
export const prefetch = fetchAccountAhead;

/** Notice that is shown only while a card provider is gone. */
const NeedsCard = lazy(async () => {
  const notice = await loadChunk(async () => (await import('./NeedsCard')).NeedsCard);
  return { default: notice };
});

/** Notice that is shown only if the phone number for receipts is missing, or no longer needed. */
const PhoneNotice = lazy(async () => {
  const notice = await loadChunk(async () => (await import('./PhoneNotice')).PhoneNotice);
  return { default: notice };
});

export default function Profile() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const follow = useFollow();
  const query = useAccount();
  const { detachingId, detach } = useDetachDevice();
  const email = useAppSelector(selectEmail);
  const photoUrl = useAppSelector(selectShownPhotoUrl);
  const { subscriptionStatus: status } = query.subscription;
  const { connect, receiptPhone: isPhoneUsed = false } = usePlatform().configuration;
  const canConnect = connect !== undefined;
  const hasPhone = Boolean(query.account?.phone);

  return (
    <Frame
      title={PROFILE_TEXTS.title}
      aside={
        <Who>
          <UserBlock
            email={email}
            photoUrl={photoUrl}
            // Show no subscription status before the first response, because the stored status could contradict the
            // notice that the subscription is active.
            status={status === null && (query.isChecking || query.hasFailed) ? null : (status ?? '')}
            statusText={subscriptionStatusText(status)}
            isChecking={query.isChecking}
            onChangeUser={() => void dispatch(logOut()).then((outcome) => follow(outcome))}
          />
          <SubscriptionDetails
            subscription={query.subscription}
            cardMask={query.account?.cardMask ?? null}
            isChecking={query.isChecking}
          />
        </Who>
      }
    >
      <HiddenText as="h1">{PROFILE_TEXTS.title}</HiddenText>
      <Stack gap={32}>
        <Stack gap={12}>
          {canConnect && <ConnectDevice deviceCount={query.account?.devices.length ?? null} />}
          <Note>{PROFILE_TEXTS.places}</Note>
        </Stack>
        <AccountPanel query={query}>
          {query.account?.needsCard && (
            <Suspense>
              <NeedsCard />
            </Suspense>
          )}
          {hasPhone !== isPhoneUsed && (hasPhone || status === 'ACTIVE') && query.account && (
            <Suspense>
              <PhoneNotice isWished={isPhoneUsed} />
            </Suspense>
          )}
          <DownloadBlock />
          <AccountDevices
            account={query.account}
            detachingId={detachingId}
            canConnect={canConnect}
            onDetach={(device) => void detach(device).then((outcome) => follow(outcome))}
          />
          <ManageSubscription onHold={() => void navigate(PATHS.subscription)} />
          <ToAccount />
        </AccountPanel>
      </Stack>
    </Frame>
  );
}

/**
 * Button to the connect screen, primary if the account has no device. `deviceCount` is null until the account is
 * loaded.
 */
function ConnectDevice({ deviceCount }: { deviceCount: number | null }) {
  const Button = deviceCount === 0 ? PrimaryButton : SecondaryButton;
  return <Button to={PATHS.connect}>{PROFILE_TEXTS.connect}</Button>;
}

// Semi-transparent background that keeps the text readable over bright parts of the night sky.
const Who = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 18,
  padding: 'clamp(16px, 4.6vw, 20px)',
  borderRadius: RADIUS.card,
  border: `1px solid ${vars.palette.night.line}`,
  backgroundColor: translucent(vars.palette.night.from, 80, vars.palette.night.from),
  backdropFilter: 'blur(14px)',
  [WIDE_LAYOUT]: { padding: 24 },
}));
