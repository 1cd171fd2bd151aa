/** A titled box of the console. */
import { styled } from '@mui/material/styles';
import { useId, type ReactNode } from 'react';
import { CONSOLE_RADIUS } from './consoleStyles';

interface PanelProps {
  title: string;
  /** At the right end of the title's line. */
  end?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, end, children }: PanelProps) {
  const titleId = useId();
  return (
    <Box aria-labelledby={titleId}>
      <Head>
        <h2 id={titleId}>{title}</h2>
        {end}
      </Head>
      {children}
    </Box>
  );
}

const Box = styled('section')(({ theme: { vars } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 12,
  padding: 16,
  borderRadius: CONSOLE_RADIUS + 2,
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
}));

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  '& h2': { margin: 0, fontSize: '0.9375rem', fontWeight: 650 },
});
