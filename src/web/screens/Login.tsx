/** `/login`: the email-link form, Google, and the gift key (spec sections 2 and 4). */
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { isGiftKey, isValidEmail } from '../../shared/validation';
import { usePlatform } from '../app/PlatformContext';
import { Field } from '../components/Field';
import { Frame } from '../components/Frame';
import { Lead, Note, ScreenTitle } from '../components/Heading';
import { PrimaryButton } from '../components/PrimaryButton';
import { SecondaryButton } from '../components/SecondaryButton';
import { TextLink } from '../components/TextLink';
import { requestEmailLink } from '../flows/requestEmailLink';
import { signInWithGoogle } from '../flows/signIn';
import { useAppDispatch, useAppSelector } from '../hooks/storeHooks';
import { giftKeyRemoved, giftKeyStored } from '../identity/identitySlice';
import { selectEmailForSignIn, selectGiftKey, selectHasGift } from '../identity/selectors';
import { PATHS } from '../routes/paths';
import { useFollow } from '../routes/useFollow';
import { LOGIN_TEXTS } from '../texts/login';

export default function Login() {
  const { google } = usePlatform().configuration;
  return (
    <Frame title={LOGIN_TEXTS.title}>
      <Stack>
        <div>
          <ScreenTitle>{LOGIN_TEXTS.title}</ScreenTitle>
          <Lead>{LOGIN_TEXTS.lead}</Lead>
        </div>
        <EmailLinkForm />
        {google.enabled && (
          <>
            <Or>{LOGIN_TEXTS.or}</Or>
            <GoogleButton />
          </>
        )}
        <Note>{LOGIN_TEXTS.note}</Note>
        <GiftKey />
      </Stack>
    </Frame>
  );
}

type EmailFormState = 'idle' | 'invalid' | 'sending' | 'failed';

function EmailLinkForm() {
  const [state, setState] = useState<EmailFormState>('idle');
  const input = useRef<HTMLInputElement>(null);
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const typedBefore = useAppSelector(selectEmailForSignIn);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'sending' || state === 'failed') return;
    const email = input.current?.value.trim() ?? '';
    if (!isValidEmail(email)) {
      setState('invalid');
      input.current?.focus();
      return;
    }
    setState('sending');
    const outcome = await dispatch(requestEmailLink(email));
    // The input stays disabled: the toast tells the person to reload (spec section 4).
    if (!follow(outcome)) setState('failed');
  };

  const clearErrorOnceValid = (event: ChangeEvent<HTMLInputElement>) => {
    if (state === 'invalid' && isValidEmail(event.target.value.trim())) setState('idle');
  };

  return (
    <Form noValidate onSubmit={(event) => void submit(event)}>
      <Field
        inputRef={input}
        label={LOGIN_TEXTS.email.label}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        required
        placeholder={LOGIN_TEXTS.email.placeholder}
        defaultValue={typedBefore ?? ''}
        error={state === 'invalid' ? LOGIN_TEXTS.email.invalid : null}
        disabled={state === 'sending' || state === 'failed'}
        onChange={clearErrorOnceValid}
      />
      <PrimaryButton
        type="submit"
        loading={state === 'sending'}
        loadingLabel={LOGIN_TEXTS.email.sending}
        disabled={state === 'failed'}
      >
        {LOGIN_TEXTS.email.submit}
      </PrimaryButton>
      {state === 'failed' && <TextLink href={PATHS.login}>{LOGIN_TEXTS.email.reload}</TextLink>}
    </Form>
  );
}

function GoogleButton() {
  const [isBusy, setIsBusy] = useState(false);
  const { google } = usePlatform();
  const dispatch = useAppDispatch();
  const follow = useFollow();

  // The popup must open inside the click, so the SDK has to be there before it.
  useEffect(() => {
    google.preload();
  }, [google]);

  const signIn = async () => {
    setIsBusy(true);
    const outcome = await dispatch(signInWithGoogle());
    if (!follow(outcome)) setIsBusy(false);
  };

  return (
    <SecondaryButton loading={isBusy} loadingLabel={LOGIN_TEXTS.googleBusy} onClick={() => void signIn()}>
      {LOGIN_TEXTS.google}
    </SecondaryButton>
  );
}

function GiftKey() {
  const dispatch = useAppDispatch();
  const stored = useAppSelector(selectGiftKey);
  const hasGift = useAppSelector(selectHasGift);
  const [isTooShort, setIsTooShort] = useState(false);

  const store = (event: ChangeEvent<HTMLInputElement>) => {
    const key = giftKeyIn(event.target.value);
    setIsTooShort(false);
    if (isGiftKey(key)) dispatch(giftKeyStored(key));
    else if (stored !== null) dispatch(giftKeyRemoved());
  };

  return (
    <Field
      label={LOGIN_TEXTS.gift.label}
      name="giftKey"
      placeholder={LOGIN_TEXTS.gift.placeholder}
      autoComplete="off"
      spellCheck={false}
      defaultValue={hasGift ? (stored ?? '') : ''}
      error={isTooShort ? LOGIN_TEXTS.gift.tooShort : null}
      {...(hasGift ? { hint: <Accepted role="status">{LOGIN_TEXTS.gift.stored}</Accepted> } : {})}
      onChange={store}
      onBlur={(event) => {
        const key = giftKeyIn(event.target.value);
        setIsTooShort(key !== '' && !isGiftKey(key));
      }}
    />
  );
}

/** The key in what was pasted: the key itself, or a whole gift link. */
function giftKeyIn(text: string): string {
  const trimmed = text.trim();
  return URL.canParse(trimmed) ? (new URL(trimmed).searchParams.get('key') ?? trimmed) : trimmed;
}

const Stack = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 22,
  '& > div:first-of-type': { display: 'grid', gap: 12, marginBottom: 4 },
});

const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 14,
  '& > a': { justifySelf: 'center' },
});

const Or = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'center',
  gap: 14,
  margin: 0,
  color: vars.palette.text.secondary,
  '&::before, &::after': { content: '""', height: 1, backgroundColor: vars.palette.surface.line },
}));

const Accepted = styled('span')(({ theme: { vars } }) => ({ color: vars.palette.tone.successText }));
