/** Screen `/gift`. The screen shows the duration of the gift and how to redeem the gift. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { CenteredLine } from '../../components/display/CenteredLine';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { Waiting } from '../../components/display/Skeletons';
import { StrongEmail } from '../../components/display/StrongEmail';
import { Frame } from '../../components/frame/Frame';
import { Stack } from '../../components/layout/Stack';
import { SignInOptions } from '../../components/signIn/SignInOptions';
import { activateGift, checkOpenedGift } from '../../flows/signIn/activateGift';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { selectEmail, selectGiftKey, selectIsVerified } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { usePlatform } from '../../platform/PlatformContext';
import { writeTabValue } from '../../tabStorage/tabStorage';
import { GIFT_TEXTS } from '../../texts/gift';
import { GiftCard } from './GiftCard';

export default function Gift() {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const navigate = useNavigate();
  const { sessionStorage } = usePlatform();
  const isVerified = useAppSelector(selectIsVerified);
  const [months, setMonths] = useState<number | null>(null);
  const [isForOther, setIsForOther] = useState(false);

  useEffect(() => {
    let isShown = true;
    const correct = (text: string) => {
      writeTabValue(sessionStorage, 'giftText', text);
      void navigate(PATHS.login);
    };
    void dispatch(checkOpenedGift(correct)).then((outcome) => {
      if (!isShown) return;
      if (outcome.kind === 'giftReady') setMonths(outcome.months);
      follow(outcome);
    });
    return () => {
      isShown = false;
    };
  }, [dispatch, follow, navigate, sessionStorage]);

  return (
    <Frame title={GIFT_TEXTS.title}>
      <Stack gap={24}>
        <ScreenTitle>{GIFT_TEXTS.title}</ScreenTitle>
        {months === null ? (
          <Waiting label={GIFT_TEXTS.checking}>
            <GiftCard months={null} />
          </Waiting>
        ) : (
          <>
            <GiftCard months={months} />
            {isVerified && !isForOther ? (
              <OwnAccount onOther={() => setIsForOther(true)} />
            ) : (
              <>
                <SectionTitle>{GIFT_TEXTS.signIn.title}</SectionTitle>
                <SignInOptions note={GIFT_TEXTS.signIn.note} />
              </>
            )}
          </>
        )}
      </Stack>
    </Frame>
  );
}

/** Card with which a signed-in customer redeems the gift without another sign-in email. */
function OwnAccount({ onOther }: { onOther: () => void }) {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const email = useAppSelector(selectEmail);
  const key = useAppSelector(selectGiftKey);
  const [isBusy, setIsBusy] = useState(false);

  const activate = async () => {
    if (key === null) return;
    setIsBusy(true);
    follow(await dispatch(activateGift(key)));
  };

  return (
    <Stack gap={16}>
      {email !== null && (
        <Lead>
          {GIFT_TEXTS.own.before} <StrongEmail email={email} />
        </Lead>
      )}
      <PrimaryButton
        loading={isBusy}
        loadingLabel={GIFT_TEXTS.own.activating}
        onClick={() => void activate()}
      >
        {GIFT_TEXTS.own.activate}
      </PrimaryButton>
      <Note>{GIFT_TEXTS.own.hint}</Note>
      <CenteredLine>
        <TextLink disabled={isBusy} onClick={onOther}>
          {GIFT_TEXTS.own.other}
        </TextLink>
      </CenteredLine>
    </Stack>
  );
}
