/** Asks for confirmation before gifts are revoked, and shows an error if they could not be revoked. */
import type { Answered } from '../../../api/callError';
import { type Question, QuestionDialog } from '../../../components/staff/QuestionDialog';
import { useStaffChange } from '../../../components/staff/useStaffChange';

interface RevokeDialogProps<Result> {
  question: Question;
  /** Title of the error, shown above the server's reason. */
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
