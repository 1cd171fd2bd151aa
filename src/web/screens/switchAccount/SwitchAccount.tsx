/**
 * Screen `/switchAccount`. Asks for confirmation before a sign-in link that was not requested in this browser is used.
 * The secret of the link is in the tab's session storage and not in the URL.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { EmailText } from '../../components/display/EmailText';
import { Lead, ScreenTitle } from '../../components/display/Heading';
import { Frame } from '../../components/frame/Frame';
import { Stack } from '../../components/layout/Stack';
import { acceptSignIn, declineSignIn } from '../../flows/signIn/foreignSignIn';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { selectHasGift, selectIsStaff, selectVerifiedEmail } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { usePlatform } from '../../platform/PlatformContext';
import { readTabValue } from '../../tabStorage/tabStorage';
import { SWITCH_ACCOUNT_TEXTS as TEXTS } from '../../texts/switchAccount';

export default function SwitchAccount() {
  const { sessionStorage } = usePlatform();
  const [waiting] = useState(() => readTabValue(sessionStorage, 'foreignSignIn'));
  const [isEntering, setIsEntering] = useState(false);
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const navigate = useNavigate();
  const email = useAppSelector(selectVerifiedEmail);
  const isStaff = useAppSelector(selectIsStaff);
  const hasGift = useAppSelector(selectHasGift);

  if (waiting === null) {
    return (
      <Frame title={TEXTS.title}>
        <Parts gap={20}>
          <ScreenTitle>{TEXTS.gone.title}</ScreenTitle>
          <Lead>{TEXTS.gone.text}</Lead>
          <PrimaryButton to={PATHS.login}>{TEXTS.gone.toLogin}</PrimaryButton>
        </Parts>
      </Frame>
    );
  }

  const accept = async () => {
    setIsEntering(true);
    follow(await dispatch(acceptSignIn(waiting)), { replace: true });
  };
  const decline = async () => {
    await dispatch(declineSignIn());
    void navigate(isStaff ? PATHS.staffHome : email !== null ? PATHS.profile : PATHS.landing, {
      replace: true,
    });
  };

  return (
    <Frame title={TEXTS.title}>
      <Parts gap={20}>
        <ScreenTitle>{TEXTS.heading}</ScreenTitle>
        <p>
          {TEXTS.account}{' '}
          <strong>
            <EmailText email={waiting.email} />
          </strong>
          .
        </p>
        <Lead>{TEXTS.warning}</Lead>
        {isStaff && <p>{TEXTS.leavesStaff}</p>}
        {email !== null && <p>{TEXTS.leaves(email)}</p>}
        {waiting.giftKey !== null && <p>{TEXTS.giftOfLink}</p>}
        {waiting.giftKey === null && hasGift && <p>{TEXTS.giftWaits}</p>}
        <SecondaryButton onClick={() => void decline()}>{TEXTS.decline}</SecondaryButton>
        <PrimaryButton loading={isEntering} onClick={() => void accept()}>
          {TEXTS.accept}
        </PrimaryButton>
      </Parts>
    </Frame>
  );
}

const Parts = styled(Stack)(({ theme: { typography } }) => ({
  '& > p': { ...typography.body1, margin: 0, overflowWrap: 'anywhere' },
}));
