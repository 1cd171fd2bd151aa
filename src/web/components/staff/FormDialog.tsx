/** A small form in front of a console screen. */
import { styled } from '@mui/material/styles';
import type { ReactNode, SubmitEvent } from 'react';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { ConsoleDialog } from './ConsoleDialog';
import { focusFirstField } from './focusFirstField';
import { FormDialogButtons } from './FormDialogButtons';
import { FormError } from './FormError';
import type { FormDraft, TypedTexts } from './useDraft';
import type { StaffChange } from './useStaffChange';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  /** What becomes of it once it is submitted. */
  sending: Pick<StaffChange, 'isSending' | 'failure'>;
  /** Stores what is typed; left out: it must not be stored. */
  draft?: Pick<FormDraft, 'onInput'>;
  onSubmit: (form: TypedTexts) => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({
  title,
  submitLabel,
  sending,
  draft,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(textsOf(event.currentTarget));
  };
  return (
    <ConsoleDialog title={title} onClose={onClose}>
      <Form ref={focusFirstField} noValidate onInput={draft?.onInput} onSubmit={submit}>
        {children}
        <FormError title={sending.failure} />
        <FormDialogButtons
          isSending={sending.isSending}
          sendingLabel={DIALOG_TEXTS.sending}
          onClose={onClose}
        >
          {submitLabel}
        </FormDialogButtons>
      </Form>
    </ConsoleDialog>
  );
}

function textsOf(form: HTMLFormElement): TypedTexts {
  const texts: Record<string, string> = {};
  for (const field of Array.from(form.elements)) {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (isField && field.name !== '') texts[field.name] = field.value;
  }
  return texts;
}

/** A text of a submitted form, '' when there is no such field. */
export function fieldOf(form: TypedTexts, name: string): string {
  return form[name] ?? '';
}

const Form = styled('form')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });
