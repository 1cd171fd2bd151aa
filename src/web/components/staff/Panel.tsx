/** Titled section of the staff console. */
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import type { Elements } from '../../platform/elements';
import { panelStyle } from './consoleStyles';
import { PanelBoundary } from './PanelBoundary';

interface PanelProps {
  title: ReactNode;
  /** Content at the right end of the section's title line. */
  end?: Elements;
  /**
   * Whether the section is a landmark region. The value is false if the content of the section is itself a region with
   * the same name, such as a table.
   */
  isRegion?: boolean;
  /** Highlights a section that needs attention. */
  isMarked?: boolean;
  children: Elements;
}

export function Panel({ title, end, isRegion = true, isMarked = false, children }: PanelProps) {
  const titleId = useId();
  return (
    <Region data-marked={isMarked || undefined} {...(isRegion ? { 'aria-labelledby': titleId } : {})}>
      <Head>
        <h2 id={titleId}>{title}</h2>
        {end}
      </Head>
      <PanelBoundary>{children}</PanelBoundary>
    </Region>
  );
}

const Region = styled('section')(({ theme }) => ({
  ...panelStyle(theme),
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 12,
  '&[data-marked]': { boxShadow: `inset 0 0 0 1px ${theme.vars.palette.accent.text}` },
  '& > p': { margin: 0, color: theme.vars.palette.text.secondary },
  '&& dt, && dd': { fontSize: '0.875rem' },
}));

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  '& h2': { margin: 0, fontSize: '0.9375rem', fontWeight: 650, overflowWrap: 'anywhere' },
});
