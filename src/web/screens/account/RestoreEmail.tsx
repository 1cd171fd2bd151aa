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
  const token = hash === '' ? tokenOfReload(location.state) : hash.slice(1);
  useEffect(() => {
    if (hash !== '')
      void navigate(PATHS.restoreEmail, { replace: true, state: { restoreToken: hash.slice(1) } });
  }, [hash, navigate]);
  // The key resets the component if the link of another email is opened in the same tab.
  return (
    <Frame title={TEXTS.title}>
      <WayBack key={token} restoreToken={token} />
    </Frame>
  );
}

function WayBack({ restoreToken }: { restoreToken: string }) {
  const { isBusy, problem, isUnavailable, run, clearProblem } = useEmailSteps();
  const [requestToken, setRequestToken] = useState<string | null>(null);
  const [end, setEnd] = useState<'done' | 'expired' | null>(restoreToken === '' ? 'expired' : null);

  const start = async () => {
    const sent = await run(sendCodeToFormer(restoreToken));
    if (sent === null) return;
    if ('requestToken' in sent) setRequestToken(sent.requestToken);
    else if (sent.reason === 'expired') setEnd('expired');
  };
  const restore = async (code: string) => {
    const restored = await run(restoreFormer({ restoreToken, requestToken: requestToken ?? '', code }));
    if (restored === null) return;
    if ('requestToken' in restored) setEnd('done');
    else if (restored.reason === 'expired') setEnd('expired');
    else if (restored.reason === 'invalid') setRequestToken(null);
  };

  const texts = end !== null ? TEXTS[end] : isUnavailable ? TEXTS.expired : null;
  if (texts !== null)
    return (
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{texts.title}</ScreenTitle>
          <Lead>{texts.text}</Lead>
        </TitleGroup>
        {end === 'done' ? (
          <PrimaryButton to={PATHS.login}>{TEXTS.toLogin}</PrimaryButton>
        ) : (
          <>
            <SupportLink />
            <SecondaryButton to={PATHS.login}>{TEXTS.toLogin}</SecondaryButton>
          </>
        )}
      </ScreenParts>
    );
  return (
    <ScreenParts>
      <TitleGroup>
        <ScreenTitle>{TEXTS.title}</ScreenTitle>
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

/** Returns the token from the state of the history entry, or an empty string. */
function tokenOfReload(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('restoreToken' in state)) return '';
  return typeof state.restoreToken === 'string' ? state.restoreToken : '';
}
