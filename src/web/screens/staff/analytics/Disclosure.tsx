/** Closed section that renders its content while it is open, because the screen has many long tables. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { Elements } from '../../../platform/elements';

interface DisclosureProps {
  summary: string;
  children: () => Elements;
}

export function Disclosure({ summary, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </Details>
  );
}

const Details = styled('details')(({ theme: { vars } }) => ({
  minWidth: 0,
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
  '& > summary': {
    width: 'fit-content',
    padding: '3px 0',
    borderRadius: 4,
    cursor: 'pointer',
    color: vars.palette.link.main,
  },
  '& > p': { margin: '2px 0 6px', lineHeight: 1.5 },
}));
