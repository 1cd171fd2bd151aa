/** Error message above the submit button of a console form. Screen readers announce the message when it appears. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface FormErrorProps {
  /** Title of the error, or null if there is no error. */
  title: string | null;
  children?: ReactNode;
}

export function FormError({ title, children }: FormErrorProps) {
  return (
    <Announced role="alert">
      {title !== null && (
        <Message>
          <strong>{title}</strong>
          {Boolean(children) && <span>{children}</span>}
        </Message>
      )}
    </Announced>
  );
}

/**
 * The live region is always in the document so that screen readers announce a new message. An empty live region takes
 * no space.
 */
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
