/** Asks before gifts become worthless, and says why they could not be revoked. */
import type { Answered } from '../../../api/callError';
import { type Question, QuestionDialog } from '../../../components/staff/QuestionDialog';
import { useStaffChange } from '../../../components/staff/useStaffChange';

interface RevokeDialogProps<Result> {
  question: Question;
  /** Above the server's reason when it rejects. */
  failedTitle: string;
  revoke: () => Promise<Answered<Result>>;
  onRevoked: (result: Result) => void;
  onClose: () => void;
}

export function RevokeDialog<Result>({
  question,
  failedTitle,
  revoke,
  onRevoked,
  onClose,
}: RevokeDialogProps<Result>) {
  const { send, isSending, failure } = useStaffChange();
  return (
    <QuestionDialog
      question={question}
      isBusy={isSending}
      failure={failure === null ? null : { title: failedTitle, text: failure }}
      onYes={() =>
        void send(revoke, (result) => {
          onRevoked(result);
          onClose();
        })
      }
      onNo={onClose}
    />
  );
}
