/**
 * Legal document with a title, version, summary, table of contents, and numbered sections and clauses. The legal
 * document can be printed, and is readable without JavaScript.
 */
import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { TextLink } from '../controls/TextLink';
import { Card } from '../display/Card';
import { Lead, Note, ScreenTitle } from '../display/Heading';
import { ScreenParts } from '../display/ScreenParts';
import { TitleGroup } from '../display/TitleGroup';

/** Clause of a section in a legal document. `items` is the bulleted list below the clause. */
export interface Clause {
  text: string;
  items?: readonly string[];
}

export interface DocumentSection {
  /** HTML id of the section, used as URL fragment. */
  id: string;
  title: string;
  clauses: readonly Clause[];
}

export interface DocumentText {
  /** Summary of the legal document in plain words, shown before the sections. */
  summary: readonly string[];
  sections: readonly DocumentSection[];
}

interface LegalDocumentProps {
  texts: Readonly<Record<'title' | 'contents' | 'summary' | 'summaryNote', string>>;
  subtitle: string;
  edition: string;
  text: DocumentText;
  /** Content after the last section, which is not printed. */
  children: ReactNode;
}

export function LegalDocument({ texts, subtitle, edition, text, children }: LegalDocumentProps) {
  const { summary, sections } = text;
  useFocusOnSection();
  return (
    <ScreenParts>
      <TitleGroup>
        <ScreenTitle>{texts.title}</ScreenTitle>
        <Lead>{subtitle}</Lead>
        <Note>{edition}</Note>
      </TitleGroup>
      <Summary as="section" gap={12} aria-labelledby={SUMMARY_ID}>
        <h2 id={SUMMARY_ID}>{texts.summary}</h2>
        <ul>
          {summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Note>{texts.summaryNote}</Note>
      </Summary>
      <Contents aria-labelledby={CONTENTS_ID}>
        <h2 id={CONTENTS_ID}>{texts.contents}</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <TextLink to={`#${id}`}>{title}</TextLink>
            </li>
          ))}
        </ol>
      </Contents>
      <article>
        {sections.map((section, index) => (
          <Section key={section.id} section={section} number={index + 1} />
        ))}
      </article>
      <Ending>{children}</Ending>
    </ScreenParts>
  );
}

/**
 * Moves the focus to the section named in the URL fragment, for keyboard and screen reader users. The router only
 * scrolls to the section.
 */
function useFocusOnSection() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.focus({ preventScroll: true });
  }, [hash]);
}

const SUMMARY_ID = 'summary';
const CONTENTS_ID = 'contents';

function Section({ section, number }: { section: DocumentSection; number: number }) {
  const { id, title, clauses } = section;
  return (
    <Part aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {`${number}. ${title}`}
      </h2>
      {clauses.map(({ text, items }, index) => (
        <Paragraph key={text}>
          {/* The number of a clause is part of the text, so that a copied clause keeps its number. */}
          <span>{`${number}.${index + 1}.`}</span>{' '}
          <div>
            <p>{text}</p>
            {items && (
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
          </div>
        </Paragraph>
      ))}
    </Part>
  );
}

const Summary = styled(Card)(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  '& > h2': { ...typography.h3, margin: 0 },
  '& > ul': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8, margin: 0, paddingLeft: 18 },
  '& li::marker': { color: vars.palette.accent.text },
  breakInside: 'avoid',
}));

const Contents = styled('nav')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  '& > h2': { ...typography.h3, margin: '0 0 10px' },
  '& > ol': { display: 'grid', gap: 7, margin: 0, paddingLeft: 28, color: vars.palette.text.secondary },
  '& li': { paddingLeft: 4 },
  '@media print': { display: 'none' },
}));

const Part = styled('section')(({ theme: { typography } }) => ({
  marginTop: 36,
  '&:first-of-type': { marginTop: 8 },
  '& > h2': { ...typography.h2, margin: '0 0 14px', scrollMarginTop: 24, textWrap: 'balance' },
  '& > h2:focus-visible': { outline: 'none' },
  '@media print': { marginTop: 20, '& > h2': { fontSize: '14pt', breakAfter: 'avoid' } },
}));

const Paragraph = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.body1,
  fontSize: '1rem',
  lineHeight: 1.6,
  display: 'grid',
  gridTemplateColumns: '3.1em minmax(0, 1fr)',
  marginTop: 10,
  overflowWrap: 'anywhere',
  '& > span': { color: vars.palette.text.secondary },
  '& p': { margin: 0, textWrap: 'pretty' },
  '& ul': { display: 'grid', gap: 6, margin: '6px 0 0', paddingLeft: 18 },
  '& li::marker': { color: vars.palette.text.secondary },
  '@media print': { fontSize: '10.5pt', lineHeight: 1.45, marginTop: 6, breakInside: 'avoid' },
}));

const Ending = styled('div')({
  display: 'grid',
  gap: 14,
  marginTop: 12,
  '@media print': { display: 'none' },
});
