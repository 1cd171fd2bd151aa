/** Error message above the submit button of a console form. Screen readers announce it when it appears. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface FormErrorProps {
  /** Null if there is no error. */
  title: string | null;
  children?: ReactNode;
}

export function FormError({ title, children }: FormErrorProps) {
  return (
    <Announced role="alert">
      {title !== null && (
        <Message>
          <strong>{title}</strong>
          {children}
        </Message>
      )}
    </Announced>
  );
}

/** The live region is always in the document so that a new message is announced. It takes no space while empty. */
const Announced = styled('div')({ '&:empty': { display: 'none' } });

const Message = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  display: 'grid',
  gap: 4,
  padding: '8px 12px',
  borderRadius: 10,
  color: vars.palette.tone.dangerText,
  backgroundColor: vars.palette.tone.dangerGround,
  '& strong': { fontWeight: 620 },
}));
