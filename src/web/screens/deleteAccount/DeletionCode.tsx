/** Form for the code that confirms the deletion. */
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isUnconfirmed, toCallError } from '../../api/callError';
import { useConfirmDeletionMutation, useSendDeletionCodeMutation } from '../../api/endpoints/accountDeletion';
import { CodeForm } from '../../components/account/CodeForm';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, ScreenTitle } from '../../components/display/Heading';
import { StrongEmail } from '../../components/display/StrongEmail';
import { TitleGroup } from '../../components/display/TitleGroup';
import { adviceOn } from '../../components/failures/CallFailure';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectEmail } from '../../identity/selectors';
import { JUST_DELETED, PATHS } from '../../navigation/paths';
import { CONFIRM_DELETION_TEXTS } from '../../texts/deleteAccount';
import { toast } from '../../toasts/toasts';

interface DeletionCodeProps {
  requestToken: string;
  waivesDays: boolean;
  onSentAgain: (requestToken: string) => void;
  /** Called if the account is deleted later, because its address was changed recently. */
  onPostponed: () => void;
  /** Called if days appeared after the preview, which the customer has to waive first. */
  onRestart: () => void;
}

export function DeletionCode({
  requestToken,
  waivesDays,
  onSentAgain,
  onPostponed,
  onRestart,
}: DeletionCodeProps) {
  const texts = CONFIRM_DELETION_TEXTS.code;
  const email = useAppSelector(selectEmail) ?? '';
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [confirm, { isLoading }] = useConfirmDeletionMutation();
  const [sendCode, { isLoading: isSending }] = useSendDeletionCodeMutation();

  const remove = async (code: string) => {
    setError(null);
    const { data, error: failure } = await confirm({ requestToken, code, waivesDays });
    if (data?.success === true && data.carriedOutAt) {
      onPostponed();
      return;
    }
    if (data?.success === true) {
      // The next screen signs out, because the guard of this one would then lead to the sign-in.
      await navigate(PATHS.accountDeleted, { replace: true, state: JUST_DELETED });
      return;
    }
    if (failure !== undefined) {
      const callError = toCallError(failure);
      // The server responds with 500 although the account is deleted if it cannot write the erasure journal.
      const mayBeDeleted = isUnconfirmed(callError) || callError.status === 500;
      setError(mayBeDeleted ? texts.lost : texts.failed(adviceOn(failure)));
    } else if (data.reason === 'waiverNeeded') {
      toast.info(texts.waiverNeeded);
      onRestart();
    } else if (data.reason === 'wrong') setError(texts.wrong(data.triesLeft ?? 0));
    else setError(texts.invalid);
  };

  const sendAgain = async () => {
    const { data, error: failure } = await sendCode({});
    if (typeof data?.requestToken === 'string') {
      onSentAgain(data.requestToken);
      setError(null);
      toast.success(texts.sentAgain);
    } else toast.error(texts.failed(adviceOn(failure)));
  };

  return (
    <>
      <TitleGroup>
        <ScreenTitle>{texts.title}</ScreenTitle>
        <Lead>
          {texts.lead} <StrongEmail email={email} end="." />
        </Lead>
      </TitleGroup>
      <CodeForm
        label={texts.label}
        submit={texts.submit}
        busyLabel={texts.deleting}
        isBusy={isLoading}
        problem={error}
        onEdit={() => setError(null)}
        onCode={(code) => void remove(code)}
      />
      <TextLink disabled={isSending} onClick={() => void sendAgain()}>
        {texts.again}
      </TextLink>
    </>
  );
}
