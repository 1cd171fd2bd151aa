/** Screen /account/data. The customer types a code from the mailbox and saves everything that is stored. */
import { useState } from 'react';
import type { ExportFiles } from '../../../shared/contract/models';
import { type CallError, toCallError } from '../../api/callError';
import { useSendExportCodeMutation } from '../../api/endpoints/dataExport';
import { CodeForm } from '../../components/account/CodeForm';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { StrongEmail } from '../../components/display/StrongEmail';
import { TitleGroup } from '../../components/display/TitleGroup';
import { adviceOn, CallFailure } from '../../components/failures/CallFailure';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { Stack } from '../../components/layout/Stack';
import { exportData, saveExport } from '../../flows/account/exportData';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { selectEmail } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';
import { DATA_EXPORT_TEXTS as TEXTS } from '../../texts/dataExport';
import { toast } from '../../toasts/toasts';

export default function DataExport() {
  const [requestToken, setRequestToken] = useState<string | null>(null);
  const [files, setFiles] = useState<ExportFiles | null>(null);
  return (
    <Frame title={TEXTS.title}>
      <ScreenParts>
        {files !== null ? (
          <Ready files={files} />
        ) : requestToken !== null ? (
          <Code requestToken={requestToken} onSentAgain={setRequestToken} onExported={setFiles} />
        ) : (
          <Start onSent={setRequestToken} />
        )}
        <SecondaryButton to={PATHS.account}>{COMMON_TEXTS.toAccount}</SecondaryButton>
      </ScreenParts>
    </Frame>
  );
}

/** Returns a function that requests a code and passes on its token, whether it is being sent, and the error of the last try. */
function useSendCode(onSent: (requestToken: string) => void) {
  const [sendCode, { isLoading }] = useSendExportCodeMutation();
  const [failure, setFailure] = useState<CallError | 'noToken' | null>(null);
  const send = async (): Promise<boolean> => {
    setFailure(null);
    const { data, error } = await sendCode({});
    if (typeof data?.requestToken === 'string') {
      onSent(data.requestToken);
      return true;
    }
    setFailure(error === undefined ? 'noToken' : toCallError(error));
    return false;
  };
  return { send, isSending: isLoading, failure };
}

function Start({ onSent }: { onSent: (requestToken: string) => void }) {
  const { send, isSending, failure } = useSendCode(onSent);
  const isUnknownCall = failure !== null && failure !== 'noToken' && failure.status === 404;
  return (
    <>
      <TitleGroup>
        <ScreenTitle takesFocus={isUnknownCall}>{TEXTS.title}</ScreenTitle>
        <Lead>{TEXTS.lead}</Lead>
        <Note>{TEXTS.why}</Note>
        <Note>
          {TEXTS.privacy.before} <TextLink to={PATHS.privacy}>{TEXTS.privacy.link}</TextLink>.
        </Note>
      </TitleGroup>
      {isUnknownCall ? (
        <ErrorNotice title={TEXTS.unavailable.title} text={TEXTS.unavailable.text}>
          <SupportLink />
        </ErrorNotice>
      ) : (
        <>
          <PrimaryButton loading={isSending} loadingLabel={TEXTS.sending} onClick={() => void send()}>
            {TEXTS.send}
          </PrimaryButton>
          {failure !== null && (
            <CallFailure
              title={TEXTS.sendFailed}
              error={failure === 'noToken' ? undefined : failure}
              onRetry={() => void send()}
            >
              <SupportLink />
            </CallFailure>
          )}
        </>
      )}
    </>
  );
}

interface CodeProps {
  requestToken: string;
  onSentAgain: (requestToken: string) => void;
  onExported: (files: ExportFiles) => void;
}

function Code({ requestToken, onSentAgain, onExported }: CodeProps) {
  const texts = TEXTS.code;
  const email = useAppSelector(selectEmail) ?? '';
  const dispatch = useAppDispatch();
  const [error, setError] = useState<string | null>(null);
  const [isCollecting, setIsCollecting] = useState(false);
  const { send, isSending } = useSendCode(onSentAgain);

  const collect = async (code: string) => {
    setError(null);
    setIsCollecting(true);
    const { data, error: failure } = await dispatch(exportData({ requestToken, code }));
    setIsCollecting(false);
    if (data?.files) {
      onExported(data.files);
      return;
    }
    if (failure !== undefined) setError(adviceOn(failure));
    else if (data.reason === 'wrong') setError(texts.wrong(data.triesLeft ?? 0));
    else setError(data.reason === 'tooManyTries' ? texts.tooManyTries : texts.invalid);
  };

  const sendAgain = async () => {
    if (await send()) {
      setError(null);
      toast.success(texts.sentAgain);
    } else toast.error(TEXTS.sendFailed);
  };

  return (
    <>
      <TitleGroup>
        <ScreenTitle>{TEXTS.title}</ScreenTitle>
        <Lead>
          {texts.lead.before} <StrongEmail email={email} end="." /> {texts.lead.after}
        </Lead>
      </TitleGroup>
      <CodeForm
        label={texts.label}
        submit={texts.submit}
        busyLabel={texts.collecting}
        isBusy={isCollecting}
        problem={error}
        onEdit={() => setError(null)}
        onCode={(code) => void collect(code)}
      />
      <TextLink disabled={isSending} onClick={() => void sendAgain()}>
        {texts.again}
      </TextLink>
    </>
  );
}

function Ready({ files }: { files: ExportFiles }) {
  const platform = usePlatform();
  return (
    <>
      <TitleGroup>
        <ScreenTitle takesFocus>{TEXTS.title}</ScreenTitle>
        <div role="status">
          <Lead>{TEXTS.ready.lead}</Lead>
        </div>
      </TitleGroup>
      <Stack gap={14}>
        <PrimaryButton onClick={() => saveExport(platform, 'html', files)}>{TEXTS.ready.html}</PrimaryButton>
        <SecondaryButton onClick={() => saveExport(platform, 'json', files)}>
          {TEXTS.ready.json}
        </SecondaryButton>
      </Stack>
    </>
  );
}
