/**
 * Screen /account/restoreEmail. Takes a change of address back with a code that is sent to the former address. The email about
 * the change leads here, and so does a sign-in with the former address. The token is in the URL fragment, which no server
 * receives. The screen moves it to the history entry at once, so that a reload does not lose it.
 */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CodeForm } from '../../components/account/CodeForm';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { Stack } from '../../components/layout/Stack';
import { restoreFormer, sendCodeToFormer } from '../../flows/account/changeEmail';
import { PATHS } from '../../navigation/paths';
import { RESTORE_EMAIL_TEXTS as TEXTS } from '../../texts/changeEmail';
import { useEmailSteps } from './useEmailSteps';

export default function RestoreEmail() {
  const location = useLocation();
  const { hash } = location;
  const navigate = useNavigate();
  const { restoreToken: token, isRestored } =
    hash === '' ? stateOfReload(location.state) : { restoreToken: hash.slice(1), isRestored: false };
  useEffect(() => {
    if (hash !== '')
      void navigate(PATHS.restoreEmail, { replace: true, state: { restoreToken: hash.slice(1) } });
  }, [hash, navigate]);
  // The key resets the component if the link of another email is opened in the same tab.
  return (
    <Frame title={TEXTS.title}>
      <WayBack
        key={token}
        restoreToken={token}
        isRestored={isRestored}
        // The used token leaves the history entry, so that a reload does not offer the way back again.
        onRestored={() => void navigate(PATHS.restoreEmail, { replace: true, state: { isRestored: true } })}
      />
    </Frame>
  );
}

interface WayBackProps extends EntryState {
  onRestored: () => void;
}

function WayBack({ restoreToken, isRestored, onRestored }: WayBackProps) {
  const { isBusy, problem, isUnavailable, run, clearProblem } = useEmailSteps();
  const [requestToken, setRequestToken] = useState<string | null>(null);
  const [isExpired, setIsExpired] = useState(false);

  const start = async () => {
    const sent = await run(sendCodeToFormer(restoreToken));
    if (sent === null) return;
    if ('requestToken' in sent) setRequestToken(sent.requestToken);
    else if (sent.reason === 'expired') setIsExpired(true);
  };
  const restore = async (code: string) => {
    const restored = await run(restoreFormer({ restoreToken, requestToken: requestToken ?? '', code }));
    if (restored === null) return;
    if ('requestToken' in restored) onRestored();
    else if (restored.reason === 'expired') setIsExpired(true);
    else if (restored.reason === 'invalid') setRequestToken(null);
  };

  const hasEnded = isExpired || isUnavailable;
  if (isRestored || hasEnded || restoreToken === '') {
    const texts = isRestored ? TEXTS.done : hasEnded ? TEXTS.expired : TEXTS.noLink;
    return (
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle takesFocus={isRestored || hasEnded}>{texts.title}</ScreenTitle>
          <Lead>{texts.text}</Lead>
        </TitleGroup>
        {hasEnded ? (
          <>
            <SupportLink />
            <SecondaryButton to={PATHS.login}>{TEXTS.toLogin}</SecondaryButton>
          </>
        ) : (
          <PrimaryButton to={PATHS.login}>{TEXTS.toLogin}</PrimaryButton>
        )}
      </ScreenParts>
    );
  }
  return (
    <ScreenParts>
      <TitleGroup>
        <ScreenTitle takesFocus={requestToken === null && problem !== null}>{TEXTS.title}</ScreenTitle>
        <Lead>{TEXTS.lead}</Lead>
      </TitleGroup>
      {requestToken === null ? (
        <Stack gap={12}>
          {problem !== null && <ErrorNotice title={problem} />}
          <PrimaryButton loading={isBusy} onClick={() => void start()}>
            {TEXTS.start}
          </PrimaryButton>
        </Stack>
      ) : (
        <Stack gap={12}>
          <SectionTitle>{TEXTS.code.title}</SectionTitle>
          <CodeForm
            label={TEXTS.code.label}
            submit={TEXTS.code.submit}
            isBusy={isBusy}
            problem={problem}
            onEdit={clearProblem}
            onCode={(code) => void restore(code)}
          />
        </Stack>
      )}
      <Note>{TEXTS.own}</Note>
      <SecondaryButton to={PATHS.login}>{TEXTS.toLogin}</SecondaryButton>
    </ScreenParts>
  );
}

/** State of the history entry. */
interface EntryState {
  /** Token of the link, or an empty string if the page was opened without a link. */
  restoreToken: string;
  isRestored: boolean;
}

function stateOfReload(state: unknown): EntryState {
  const has = typeof state === 'object' && state !== null;
  return {
    restoreToken:
      has && 'restoreToken' in state && typeof state.restoreToken === 'string' ? state.restoreToken : '',
    isRestored: has && 'isRestored' in state && state.isRestored === true,
  };
}
