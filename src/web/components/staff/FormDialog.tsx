/** Dialog of the staff console that contains a form. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SmallButton } from './ConsoleButton';
import { ConsoleDialog, DialogButtons } from './ConsoleDialog';
import { focusFirstField } from './focusFirstField';
import { FormError } from './FormError';
import type { StaffForm } from './useStaffForm';

interface DialogFormProps {
  form: Pick<StaffForm<never, never>, 'props' | 'isSending' | 'failure'>;
  submitLabel: string;
  /** Accessible label of the submit button while the request is pending. */
  sendingLabel?: string;
  /** Content above the dialog's buttons that replaces the error message. */
  notice?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Form of a dialog, for components that render the dialog around the form themselves. */
export function DialogForm({
  form,
  submitLabel,
  sendingLabel = DIALOG_TEXTS.sending,
  notice = <FormError title={form.failure} />,
  onClose,
  children,
}: DialogFormProps) {
  return (
    <Form ref={focusFirstField} {...form.props}>
      {children}
      {notice}
      <DialogButtons>
        <SmallButton onClick={onClose}>{DIALOG_TEXTS.cancel}</SmallButton>
        <PrimaryButton
          type="submit"
          size="small"
          fullWidth={false}
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
