/** The title of a screen, of a part of it, and the lead under a title. */
import type { ReactNode } from 'react';
import { styled } from '../../theme/styled';

interface HeadingProps {
  children: ReactNode;
  id?: string;
}

export function ScreenTitle({ children, id }: HeadingProps) {
  return <Title id={id}>{children}</Title>;
}

export function SectionTitle({ children, id }: HeadingProps) {
  return (
    <Section id={id} data-text="section">
      {children}
    </Section>
  );
}

export function Lead({ children, id }: HeadingProps) {
  return (
    <LeadText id={id} data-text="lead">
      {children}
    </LeadText>
  );
}

/** Small print under a button or a field. */
export function Note({ children, id }: HeadingProps) {
  return (
    <NoteText id={id} data-text="note">
      {children}
    </NoteText>
  );
}

const balanced = { textWrap: 'balance', overflowWrap: 'anywhere', margin: 0 } as const;

const Title = styled('h1')(({ theme: { typography } }) => ({ ...typography.h1, ...balanced }));

const Section = styled('h2')(({ theme: { typography } }) => ({ ...typography.h2, ...balanced }));

const LeadText = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body1,
  margin: 0,
  color: vars.palette.text.secondary,
  textWrap: 'pretty',
  maxWidth: '34em',
}));

const NoteText = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  margin: 0,
  color: vars.palette.text.secondary,
  textWrap: 'pretty',
}));
