/** Why a form of the staff console was rejected, above its button; announced when it appears. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface FormErrorProps {
  /** Null: nothing is wrong. */
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

/** Always in the document, so that what appears in it is announced; takes no room while empty. */
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
