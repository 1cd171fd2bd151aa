/** Screen `/login`. Contains the email sign-in form, the Google button and the gift key field. */
import { styled } from '@mui/material/styles';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { typedGiftKey } from '../../../shared/giftKeys';
import { isGiftKey } from '../../../shared/validation';
import { useCheckGiftQuery } from '../../api/endpoints/gifts';
import { Field } from '../../components/controls/Field';
import { Lead, ScreenTitle } from '../../components/display/Heading';
import { Frame } from '../../components/frame/Frame';
import { Stack } from '../../components/layout/Stack';
import { AlreadySignedIn } from '../../components/signIn/AlreadySignedIn';
import { SignInOptions } from '../../components/signIn/SignInOptions';
import { giftFault } from '../../flows/signIn/activateGift';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { giftKeyRemoved, giftKeyStored } from '../../identity/identitySlice';
import { selectGiftKey, selectHasGift, selectIsVerified } from '../../identity/selectors';
import { usePlatform } from '../../platform/PlatformContext';
import { readTabValue, removeTabValue } from '../../tabStorage/tabStorage';
import { giftDuration } from '../../texts/giftDuration';
import { LOGIN_TEXTS } from '../../texts/login';

export default function Login() {
  const isSignedIn = useAppSelector(selectIsVerified);
  return (
    <Frame title={LOGIN_TEXTS.title}>
      <Stack gap={22}>
        <Title gap={12}>
          <ScreenTitle>{LOGIN_TEXTS.title}</ScreenTitle>
          <Lead>{LOGIN_TEXTS.lead}</Lead>
        </Title>
        <AlreadySignedIn />
        <SignInOptions note={LOGIN_TEXTS.note} areSecond={isSignedIn} />
        <GiftKey />
      </Stack>
    </Frame>
  );
}

function GiftKey() {
  const dispatch = useAppDispatch();
  const stored = useAppSelector(selectGiftKey);
  const hasGift = useAppSelector(selectHasGift);
  const input = useRef<HTMLInputElement>(null);
  const { sessionStorage } = usePlatform();
  const [isTooShort, setIsTooShort] = useState(false);
  // Text of a gift link whose key is wrong. It is shown as the link contains it, so that the customer sees what to correct.
  const [wrongText] = useState(() => readTabValue(sessionStorage, 'giftText'));
  const [keyToCheck, setKeyToCheck] = useState(hasGift ? stored : null);
  const { currentData: gift } = useCheckGiftQuery(keyToCheck === null ? skipToken : { key: keyToCheck });
  const isUnknown = gift !== undefined && (gift.success === false || !gift.months);

  useEffect(() => {
    // An unknown gift key is removed, so that the sign-in email does not mention a gift.
    if (isUnknown && keyToCheck !== null) dispatch(giftKeyRemoved(keyToCheck));
  }, [dispatch, isUnknown, keyToCheck]);

  const store = (text: string) => {
    const key = typedGiftKey(text);
    setIsTooShort(false);
    setKeyToCheck(null);
    if (isGiftKey(key)) dispatch(giftKeyStored(key));
    else if (stored !== null) dispatch(giftKeyRemoved(stored));
  };

  const check = () => {
    const key = typedGiftKey(input.current?.value ?? '');
    setIsTooShort(key !== '' && !isGiftKey(key));
    if (isGiftKey(key)) setKeyToCheck(key);
  };

  const showWrongText = useRef(() => {
    if (wrongText === null) return;
    removeTabValue(sessionStorage, 'giftText');
    input.current?.focus();
    input.current?.select();
    check();
  });
  useEffect(() => showWrongText.current(), []);

  const takeWhatWasTyped = useRef(() => {
    if (wrongText !== null) return;
    const typed = input.current?.value ?? '';
    if (typed === (hasGift ? (stored ?? '') : '')) return;
    store(typed);
    if (!input.current?.matches(':focus')) check();
  });
  // Reads text that was typed before hydration, because React received no event for this text.
  useEffect(() => takeWhatWasTyped.current(), []);

  return (
    // The gift key field has a separate form, so that Enter checks the gift key without requesting an email. With the
    // form method `dialog`, the browser sends no request before hydration.
    <form
      method="dialog"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        check();
      }}
    >
      <Field
        inputRef={input}
        label={LOGIN_TEXTS.gift.label}
        name="giftKey"
        placeholder={LOGIN_TEXTS.gift.placeholder}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
        spellCheck={false}
        defaultValue={wrongText ?? (hasGift ? (stored ?? '') : '')}
        error={isTooShort ? LOGIN_TEXTS.gift.tooShort : isUnknown ? giftFault(keyToCheck ?? '') : null}
        {...(hasGift && !isUnknown
          ? {
              hint: (
                <Accepted role="status">
                  {gift?.months ? LOGIN_TEXTS.gift.known(giftDuration(gift.months)) : LOGIN_TEXTS.gift.stored}
                </Accepted>
              ),
            }
          : {})}
        onChange={(event: ChangeEvent<HTMLInputElement>) => store(event.target.value)}
        onBlur={check}
      />
    </form>
  );
}

const Title = styled(Stack)({ marginBottom: 4 });

const Accepted = styled('span')(({ theme: { vars } }) => ({ color: vars.palette.tone.successText }));
