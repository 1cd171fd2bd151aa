/**
 * Screen `/open`, which the link of a sign-in email opens. The secret of the link is in the URL fragment, which no
 * server receives or logs. The screen immediately moves the secret from the URL to the state of the history entry, so
 * that the secret survives a reload.
 */
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isGiftKey } from '../../../shared/validation';
import { AddressForm } from '../../components/controls/AddressForm';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { OpeningWords } from '../../components/frame/OpeningScreen';
import { Stack } from '../../components/layout/Stack';
import { AlreadySignedIn } from '../../components/signIn/AlreadySignedIn';
import { SignInCodeForm } from '../../components/signIn/SignInCodeForm';
import {
  type EmailFragment,
  openEmail,
  type OpenEmailOutcome,
  readEmailFragment,
} from '../../flows/signIn/openEmail';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { useCopy } from '../../hooks/useCopy';
import { useIsInBrowser } from '../../hooks/useIsInBrowser';
import { giftKeyFoundInLink } from '../../identity/identitySlice';
import { selectIsVerified, selectMailToken } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { usePlatform } from '../../platform/PlatformContext';
import { writeTabValue } from '../../tabStorage/tabStorage';
import { OPEN_EMAIL_TEXTS } from '../../texts/openEmail';

type View = 'opening' | Exclude<OpenEmailOutcome['kind'], 'emailConfirmed'>;

export default function OpenEmail() {
  const location = useLocation();
  const { hash } = location;
  const navigate = useNavigate();
  const secret = readEmailFragment(hash) ?? secretOfReload(location.state);
  useEffect(() => {
    if (hash !== '') void navigate(PATHS.open, { replace: true, state: readEmailFragment(hash) });
  }, [hash, navigate]);
  // The React key resets the component if the link of another email is opened in the same tab.
  return <OpenedEmail key={secret?.linkToken} secret={secret} />;
}

function OpenedEmail({ secret }: { secret: EmailFragment | null }) {
  const [view, setView] = useState<View>(secret === null ? 'emailInvalid' : 'opening');
  const [isChecking, setIsChecking] = useState(false);
  // The prerendered page shows the pending state, because the server does not receive the URL fragment and cannot check
  // the link.
  const isOpening = !useIsInBrowser() || view === 'opening';
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const { sessionStorage } = usePlatform();
  // A signed-in customer gets a secondary button for requesting a new email, because most invalid links are sign-in
  // links that were opened a second time. So does a customer who can type the code of the email.
  const isVerified = useAppSelector(selectIsVerified);
  const hasCode = useAppSelector(selectMailToken) !== null && !isVerified;
  const Another = isVerified || hasCode ? SecondaryButton : PrimaryButton;

  const open = async (fragment: EmailFragment, email?: string) => {
    setIsChecking(true);
    const outcome = await dispatch(openEmail(fragment, email));
    setIsChecking(false);
    if (outcome.kind !== 'emailConfirmed') setView(outcome.kind);
    else follow(outcome, { replace: true });
  };

  const openOnce = useRef(() => {
    if (secret === null) return;
    if (isGiftKey(secret.giftKey)) dispatch(giftKeyFoundInLink(secret.giftKey));
    if (secret.leadsToConnect) writeTabValue(sessionStorage, 'wayBack', PATHS.connect);
    void open(secret);
  });
  useEffect(() => openOnce.current(), []);

  return (
    <Frame title={OPEN_EMAIL_TEXTS.title}>
      {isOpening && (
        <>
          <TitleGroup>
            <ScreenTitle>{OPEN_EMAIL_TEXTS.title}</ScreenTitle>
            <Lead>{OPEN_EMAIL_TEXTS.lead}</Lead>
          </TitleGroup>
          <OpeningWords what={OPEN_EMAIL_TEXTS.opening} />
        </>
      )}
      {view === 'emailCallFailed' && <ScreenTitle>{OPEN_EMAIL_TEXTS.title}</ScreenTitle>}
      {(view === 'emailNeeded' || view === 'emailForeign') && secret !== null && (
        <Stack gap={20}>
          <ScreenTitle>{OPEN_EMAIL_TEXTS.emailNeeded.title}</ScreenTitle>
          <Lead>{OPEN_EMAIL_TEXTS.emailNeeded.lead}</Lead>
          <AddressForm
            label={OPEN_EMAIL_TEXTS.emailNeeded.label}
            submit={OPEN_EMAIL_TEXTS.emailNeeded.submit}
            isBusy={isChecking}
            problem={view === 'emailForeign' ? OPEN_EMAIL_TEXTS.emailNeeded.foreign : null}
            onEdit={() => setView('emailNeeded')}
            onAddress={(email) => void open(secret, email)}
          />
          <ForApplication linkToken={secret.linkToken} />
        </Stack>
      )}
      {!isOpening && view === 'emailInvalid' && (
        <Stack gap={20}>
          <ScreenTitle>{OPEN_EMAIL_TEXTS.invalid.title}</ScreenTitle>
          <Lead>{OPEN_EMAIL_TEXTS.invalid.text}</Lead>
          <AlreadySignedIn />
          {/* Mail gateways cut the secret off the link, but the code in the same email still works. */}
          {hasCode && <SignInCodeForm />}
          <Another to={PATHS.login}>{OPEN_EMAIL_TEXTS.invalid.toLogin}</Another>
        </Stack>
      )}
      {view === 'emailCallFailed' && secret !== null && (
        <ErrorNotice
          title={OPEN_EMAIL_TEXTS.failed.title}
          text={OPEN_EMAIL_TEXTS.failed.text}
          retryLabel={OPEN_EMAIL_TEXTS.failed.retry}
          isRetrying={isChecking}
          onRetry={() => void open(secret)}
        />
      )}
    </Frame>
  );
}

/**
 * Offers the secret of the link to a customer who signs in in an application. The application asked for the email, but the
 * email opens the link in a browser. Copying the secret does not use the link up.
 */
function ForApplication({ linkToken }: { linkToken: string }) {
  const texts = OPEN_EMAIL_TEXTS.application;
  const copy = useCopy();
  return (
    <Stack gap={12}>
      <SectionTitle>{texts.title}</SectionTitle>
      <Note>{texts.text}</Note>
      <CopiedKey>{linkToken}</CopiedKey>
      <SecondaryButton onClick={() => void copy(linkToken, texts.copied, texts.copyFailed)}>
        {texts.copy}
      </SecondaryButton>
      <Note>{texts.secret}</Note>
    </Stack>
  );
}

const CopiedKey = styled('code')({ overflowWrap: 'anywhere', userSelect: 'all' });

/** Returns the secret from the state of the history entry, or null if the state contains no secret. */
function secretOfReload(state: unknown): EmailFragment | null {
  if (typeof state !== 'object' || state === null || !('linkToken' in state)) return null;
  const giftKey = 'giftKey' in state && typeof state.giftKey === 'string' ? state.giftKey : null;
  const leadsToConnect = 'leadsToConnect' in state && state.leadsToConnect === true;
  return typeof state.linkToken === 'string' ? { linkToken: state.linkToken, giftKey, leadsToConnect } : null;
}
