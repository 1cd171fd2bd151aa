/** `/gift`: how long the gift lasts, and the ways to take it. */
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { EmailText } from '../../components/display/EmailText';
import { Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { CardSkeleton } from '../../components/display/Skeletons';
import { Frame } from '../../components/frame/Frame';
import { SignInOptions } from '../../components/signIn/SignInOptions';
import { activateGift, checkOpenedGift } from '../../flows/signIn/activateGift';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { selectEmail, selectGiftKey, selectIsVerified } from '../../identity/selectors';
import { useFollow } from '../../navigation/useFollow';
import { GIFT_TEXTS } from '../../texts/gift';
import { GiftCard } from './GiftCard';

export default function Gift() {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const isVerified = useAppSelector(selectIsVerified);
  const [months, setMonths] = useState<number | null>(null);
  const [isForOther, setIsForOther] = useState(false);

  useEffect(() => {
    let isShown = true;
    void dispatch(checkOpenedGift()).then((outcome) => {
      if (!isShown) return;
      if (outcome.kind === 'giftReady') setMonths(outcome.months);
      follow(outcome);
    });
    return () => {
      isShown = false;
    };
  }, [dispatch, follow]);

  return (
    <Frame title={GIFT_TEXTS.title}>
      <Parts>
        <ScreenTitle>{GIFT_TEXTS.title}</ScreenTitle>
        {months === null ? (
          <CardSkeleton height={148} label={GIFT_TEXTS.checking} />
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
      </Parts>
    </Frame>
  );
}

/** Who is signed in already needs no email. */
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
    <Own>
      <p>
        {GIFT_TEXTS.own.before} <strong>{email !== null && <EmailText email={email} />}</strong>
      </p>
      <PrimaryButton
        loading={isBusy}
        loadingLabel={GIFT_TEXTS.own.activating}
        onClick={() => void activate()}
      >
        {GIFT_TEXTS.own.activate}
      </PrimaryButton>
      <Note>{GIFT_TEXTS.own.hint}</Note>
      <TextLink disabled={isBusy} onClick={onOther}>
        {GIFT_TEXTS.own.other}
      </TextLink>
    </Own>
  );
}

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 24 });

const Own = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  '& > p:first-of-type': { ...typography.body1, margin: 0, color: vars.palette.text.secondary },
  // Goes to the next line as a whole before it breaks.
  '& > p strong': { display: 'inline-block', color: vars.palette.text.primary, fontWeight: 600 },
  '& > button:last-of-type': { justifySelf: 'center' },
}));
