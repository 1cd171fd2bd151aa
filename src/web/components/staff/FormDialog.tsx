/** Dialog of the staff console that contains a form. */
import { styled } from '@mui/material/styles';
import type { Elements } from '../../platform/elements';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SmallButton } from './ConsoleButton';
import { ConsoleDialog, DialogButtons } from './ConsoleDialog';
import { focusFirstField } from './focusFirstField';
import { FormError } from './FormError';
import { withoutAcceptedError } from './staleError';
import { StaleNotice } from './StaleNotice';
import type { StaffForm } from './useStaffForm';
import type { StaleCustomer } from './useStaleCustomer';

interface DialogFormProps {
  form: Pick<StaffForm<never, never>, 'props' | 'isSending' | 'error' | 'failure' | 'isUnconfirmed'>;
  submitLabel: string;
  /** Accessible label of the submit button while the request is pending. */
  sendingLabel?: string;
  /** Content above the dialog's buttons that replaces the error message. */
  notice?: Elements;
  /**
   * Changes of the customer since the dialog was opened. The form cannot be sent until the agent accepts them, unless the
   * changes may be the effect of the form's own request.
   */
  stale?: Pick<StaleCustomer, 'changes' | 'accept'>;
  onClose: () => void;
  children: Elements;
}

/** Form of a dialog, for components that render the dialog around the form themselves. */
export function DialogForm({
  form,
  submitLabel,
  sendingLabel = DIALOG_TEXTS.sending,
  stale,
  notice = <FormError title={(stale ? withoutAcceptedError(form, stale) : form).failure} />,
  onClose,
  children,
}: DialogFormProps) {
  return (
    <Form ref={focusFirstField} {...form.props}>
      {stale && <StaleNotice changes={stale.changes} onAccept={stale.accept} />}
      {children}
      {notice}
      <DialogButtons>
        <SmallButton onClick={onClose}>{DIALOG_TEXTS.cancel}</SmallButton>
        <PrimaryButton
          type="submit"
          size="small"
          fullWidth={false}
          disabled={stale !== undefined && stale.changes.length > 0 && !form.isUnconfirmed}
          loading={form.isSending}
          loadingLabel={sendingLabel}
        >
          {submitLabel}
        </PrimaryButton>
      </DialogButtons>
    </Form>
  );
}

export function FormDialog({ title, ...form }: DialogFormProps & { title: string }) {
  return (
    <ConsoleDialog title={title} onClose={form.onClose}>
      <DialogForm {...form} />
    </ConsoleDialog>
  );
}

const Form = styled('form')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });
