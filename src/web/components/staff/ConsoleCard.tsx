/** A part of a console screen: a heading, what it says, and its buttons. No landmark: a table in it is one. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface ConsoleCardProps {
  title: string;
  /** At the right end of the heading's line. */
  actions?: ReactNode;
  children: ReactNode;
}

export function ConsoleCard({ title, actions, children }: ConsoleCardProps) {
  return (
    <Card>
      <Top>
        <h2>{title}</h2>
        {actions !== undefined && <Actions>{actions}</Actions>}
      </Top>
      {children}
    </Card>
  );
}

const Card = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 10,
  padding: 16,
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: 10,
  backgroundColor: vars.palette.surface.main,
  '& p': { margin: 0, color: vars.palette.text.secondary },
}));

const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  minHeight: 36,
  '& h2': { margin: 0, fontSize: '0.9375rem', fontWeight: 650 },
});

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginLeft: 'auto' });
