/** The title of a screen, of a part of it, and the lead under a title. */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface HeadingProps {
  children: ReactNode;
  id?: string;
}

export function ScreenTitle({ children, id }: HeadingProps) {
  return (
    <Balanced variant="h1" {...(id === undefined ? {} : { id })}>
      {children}
    </Balanced>
  );
}

export function SectionTitle({ children, id }: HeadingProps) {
  return (
    <Balanced variant="h2" {...(id === undefined ? {} : { id })}>
      {children}
    </Balanced>
  );
}

export function Lead({ children, id }: HeadingProps) {
  return (
    <LeadText variant="body1" {...(id === undefined ? {} : { id })}>
      {children}
    </LeadText>
  );
}

/** Small print under a button or a field. */
export function Note({ children, id }: HeadingProps) {
  return (
    <NoteText variant="body2" {...(id === undefined ? {} : { id })}>
      {children}
    </NoteText>
  );
}

const Balanced = styled(Typography)({ textWrap: 'balance', overflowWrap: 'anywhere', margin: 0 });

const LeadText = styled(Typography)(({ theme: { vars } }) => ({
  color: vars.palette.text.secondary,
  textWrap: 'pretty',
  maxWidth: '34em',
}));

const NoteText = styled(Typography)(({ theme: { vars } }) => ({
  color: vars.palette.text.secondary,
  textWrap: 'pretty',
}));
