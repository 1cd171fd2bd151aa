/** Screen /account/data. The customer types a code from the mailbox and saves everything that is stored. */
import { type SubmitEvent, useRef, useState } from 'react';
import { SIGN_IN_CODE_LENGTH } from '../../../shared/constants';
import type { ExportFiles } from '../../../shared/contract/models';
import { type CallError, callErrorOf } from '../../api/callError';
import { useSendExportCodeMutation } from '../../api/endpoints/dataExport';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { Field } from '../../components/controls/Field';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { adviceOn, CallFailure } from '../../components/failures/CallFailure';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { FormStack, Stack } from '../../components/layout/Stack';
import { exportData, saveExport } from '../../flows/account/exportData';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { selectEmail } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { DATA_EXPORT_TEXTS as TEXTS } from '../../texts/dataExport';
import { toast } from '../../toasts/toasts';

export default function DataExport() {
  const [requestToken, setRequestToken] = useState<string | null>(null);
  const [files, setFiles] = useState<ExportFiles | null>(null);
  return (
    <Frame title={TEXTS.title}>
      <ScreenParts>
        <ScreenTitle>{TEXTS.title}</ScreenTitle>
        {files !== null ? (
          <Ready files={files} />
        ) : requestToken !== null ? (
          <Code requestToken={requestToken} onSentAgain={setRequestToken} onExported={setFiles} />
        ) : (
          <Start onSent={setRequestToken} />
        )}
        <SecondaryButton to={PATHS.account}>{TEXTS.toAccount}</SecondaryButton>
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
    setFailure(error === undefined ? 'noToken' : callErrorOf(error));
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

const digitsIn = (text: string): string => text.replace(/\D/g, '').slice(0, SIGN_IN_CODE_LENGTH);

interface CodeProps {
  requestToken: string;
  onSentAgain: (requestToken: string) => void;
  onExported: (files: ExportFiles) => void;
}

function Code({ requestToken, onSentAgain, onExported }: CodeProps) {
  const texts = TEXTS.code;
  const email = useAppSelector(selectEmail) ?? '';
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [isCollecting, setIsCollecting] = useState(false);
  const { send, isSending } = useSendCode(onSentAgain);

  const collect = async (code: string) => {
    if (isCollecting) return;
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
    input.current?.select();
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = digitsIn(input.current?.value ?? '');
    if (code.length === SIGN_IN_CODE_LENGTH) void collect(code);
    else setError(texts.incomplete);
  };

  const sendAgain = async () => {
    if (await send()) {
      setError(null);
      toast.success(texts.sentAgain);
    } else toast.error(TEXTS.sendFailed);
  };

  return (
    <>
      <Lead>{texts.lead(email)}</Lead>
      <FormStack gap={14} method="dialog" noValidate onSubmit={submit}>
        <Field
          variant="code"
          inputRef={input}
          label={texts.label}
          name="code"
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="one-time-code"
          placeholder={texts.placeholder}
          error={error}
          onChange={(event) => {
            setError(null);
            const code = digitsIn(event.target.value);
            if (code !== event.target.value) event.target.value = code;
          }}
        />
        <PrimaryButton type="submit" loading={isCollecting} loadingLabel={texts.collecting}>
          {texts.submit}
        </PrimaryButton>
      </FormStack>
      <TextLink disabled={isSending} onClick={() => void sendAgain()}>
        {texts.again}
      </TextLink>
    </>
  );
}

function Ready({ files }: { files: ExportFiles }) {
  const platform = usePlatform();
  return (
    <Stack gap={14} role="status">
      <Lead>{TEXTS.ready.lead}</Lead>
      <PrimaryButton onClick={() => saveExport(platform, 'html', files)}>{TEXTS.ready.html}</PrimaryButton>
      <SecondaryButton onClick={() => saveExport(platform, 'json', files)}>
        {TEXTS.ready.json}
      </SecondaryButton>
    </Stack>
  );
}
