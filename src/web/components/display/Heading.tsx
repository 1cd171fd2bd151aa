/** Headings of a screen and of its sections, and the lead paragraph below a title. */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useFocusWhen } from '../../hooks/focus';

interface HeadingProps {
  children: ReactNode;
  id?: string;
}

interface ScreenTitleProps extends HeadingProps {
  /** Whether the title takes the focus, because a step without a field, or an error, replaced another step of the screen. */
  takesFocus?: boolean;
}

export function ScreenTitle({ takesFocus = false, ...props }: ScreenTitleProps) {
  const title = useFocusWhen<HTMLHeadingElement>(takesFocus);
  return <Balanced variant="h1" ref={title} {...props} {...(takesFocus && { tabIndex: -1 })} />;
}

export function SectionTitle(props: HeadingProps) {
  return <Balanced variant="h2" {...props} />;
}

export function Lead(props: HeadingProps) {
  return <LeadText variant="body1" {...props} />;
}

/** Small secondary text below a button or a field. */
export function Note(props: HeadingProps) {
  return <NoteText variant="body2" {...props} />;
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
