/** Screen /offer. Shows the contract that the customer accepts by paying, in a form that can be printed. */
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { OFFER_EDITION } from '../../../shared/offerEdition';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Card } from '../../components/display/Card';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { formatDay } from '../../texts/dates';
import { OFFER_TEXTS, offerOf, type OfferSection } from './offerText';

export default function Offer() {
  const { brand } = usePlatform().configuration;
  const { summary, sections } = offerOf(brand);
  useFocusOnSection();
  const day = formatDay(OFFER_EDITION.effectiveFrom) ?? '';
  return (
    <Frame title={OFFER_TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{OFFER_TEXTS.title}</ScreenTitle>
          <Lead>{OFFER_TEXTS.subtitle(brand.product)}</Lead>
          <Note>{OFFER_TEXTS.edition(OFFER_EDITION.version, day)}</Note>
        </TitleGroup>
        <Summary as="section" gap={12} aria-labelledby={SUMMARY_ID}>
          <h2 id={SUMMARY_ID}>{OFFER_TEXTS.summary}</h2>
          <ul>
            {summary.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Note>{OFFER_TEXTS.summaryNote}</Note>
        </Summary>
        <Contents aria-labelledby={CONTENTS_ID}>
          <h2 id={CONTENTS_ID}>{OFFER_TEXTS.contents}</h2>
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
        <Ending>
          <PrimaryButton to={PATHS.shop}>{OFFER_TEXTS.toShop}</PrimaryButton>
          <Note>
            {OFFER_TEXTS.questions.before}{' '}
            <TextLink to={PATHS.support}>{OFFER_TEXTS.questions.link}</TextLink>.
          </Note>
        </Ending>
      </ScreenParts>
    </Frame>
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

function Section({ section, number }: { section: OfferSection; number: number }) {
  const { id, title, clauses } = section;
  return (
    <Part aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {number}. {title}
      </h2>
      {clauses.map(({ text, items }, index) => (
        <Paragraph key={text}>
          {/* The number is part of the text, so that a copied clause keeps it. */}
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
