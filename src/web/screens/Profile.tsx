/** /profile: who is signed in, the applications, the devices, the way to the subscription (spec section 2). */
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Device } from '../../shared/contract/models';
import { RADIUS } from '../../shared/look';
import { usePlatform } from '../app/PlatformContext';
import { WIDE_LAYOUT } from '../app/theme';
import { DeviceList } from '../components/DeviceList';
import { DownloadBlock } from '../components/DownloadBlock';
import { ErrorNotice } from '../components/ErrorNotice';
import { Frame } from '../components/Frame';
import { Note } from '../components/Heading';
import { HiddenText } from '../components/HiddenText';
import { HoldButton } from '../components/HoldButton';
import { RowsSkeleton } from '../components/Skeletons';
import { SubscriptionFacts } from '../components/SubscriptionFacts';
import { TextLink } from '../components/TextLink';
import { UserBlock } from '../components/UserBlock';
import { detachDevice } from '../flows/detachDevice';
import { logOut } from '../flows/logOut';
import { useAppDispatch, useAppSelector } from '../hooks/storeHooks';
import { useAccount } from '../hooks/useAccount';
import {
  selectEmail,
  selectPhotoUrl,
  selectSubscriptionStatus,
  selectSubscriptionStatusText,
} from '../identity/selectors';
import { PATHS } from '../routes/paths';
import { useFollow } from '../routes/useFollow';
import { COMMON_TEXTS } from '../texts/common';
import { HOLD_TEXTS } from '../texts/hold';
import { PROFILE_TEXTS } from '../texts/profile';

export default function Profile() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const follow = useFollow();
  const manageHintId = useId();
  const { brand } = usePlatform().configuration;
  const { account, isChecking, hasFailed, retry } = useAccount();
  const email = useAppSelector(selectEmail);
  const photoUrl = useAppSelector(selectPhotoUrl);
  const status = useAppSelector(selectSubscriptionStatus);
  const statusText = useAppSelector(selectSubscriptionStatusText);
  const [detachingId, setDetachingId] = useState<string | null>(null);

  const detach = async ({ deviceId }: Device) => {
    setDetachingId(deviceId);
    const outcome = await dispatch(detachDevice(deviceId));
    setDetachingId(null);
    follow(outcome);
  };

  return (
    <Frame
      title={PROFILE_TEXTS.title}
      aside={
        <Who>
          <UserBlock
            email={email}
            photoUrl={photoUrl}
            status={isChecking && status === null ? null : (status ?? '')}
            statusText={statusText}
            onChangeUser={() => void dispatch(logOut()).then((outcome) => follow(outcome))}
          />
          <SubscriptionFacts cardMask={account?.cardMask ?? null} />
        </Who>
      }
    >
      <HiddenText as="h1">{PROFILE_TEXTS.title}</HiddenText>
      {isChecking ? (
        <RowsSkeleton rows={4} label={PROFILE_TEXTS.loading} />
      ) : (
        <Parts>
          {hasFailed && (
            <ErrorNotice
              title={PROFILE_TEXTS.loadFailed.title}
              text={PROFILE_TEXTS.loadFailed.text}
              onRetry={retry}
            >
              <TextLink href={brand.supportBotUrl}>{COMMON_TEXTS.support}</TextLink>
            </ErrorNotice>
          )}
          <DownloadBlock />
          {account?.devices.length === 0 && <Note>{PROFILE_TEXTS.noDevices}</Note>}
          {account && (
            <DeviceList
              devices={account.devices}
              usedCount={account.usedDeviceCount}
              freeCount={account.availableDeviceCount}
              detachingId={detachingId}
              onDetach={(device) => void detach(device)}
            />
          )}
          <div>
            <HoldButton
              question={PROFILE_TEXTS.manageQuestion}
              describedBy={manageHintId}
              onHold={() => void navigate(PATHS.subscription)}
            >
              {PROFILE_TEXTS.manageSubscription}
            </HoldButton>
            <Hint>
              <Note id={manageHintId}>{HOLD_TEXTS.hint}</Note>
            </Hint>
          </div>
        </Parts>
      )}
    </Frame>
  );
}

// The night behind it has bright places: a veil keeps the words readable.
const Who = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 18,
  padding: 'clamp(16px, 4.6vw, 20px)',
  borderRadius: RADIUS.card,
  border: `1px solid ${vars.palette.night.line}`,
  backgroundColor: `color-mix(in srgb, ${vars.palette.night.from} 80%, transparent)`,
  backdropFilter: 'blur(14px)',
  [WIDE_LAYOUT]: { padding: 24 },
}));

const Parts = styled('div')({ display: 'grid', gap: 32 });

const Hint = styled('div')({ marginTop: 10 });
