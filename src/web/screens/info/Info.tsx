/**
 * Screen /info. Explains XTLS-Reality, why it is hard to distinguish from HTTPS, and what it does not protect against.
 */
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { type Point, Points } from '../../components/display/Points';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { INFO_TEXTS } from '../../texts/info';
import { ProtocolWay } from './ProtocolWay';

export default function Info() {
  const { product } = usePlatform().configuration.brand;
  const { what, why, not, ours } = INFO_TEXTS;
  return (
    <Frame title={INFO_TEXTS.title}>
      <Chapters>
        <TitleGroup>
          <ScreenTitle>{INFO_TEXTS.title}</ScreenTitle>
          <Lead>{INFO_TEXTS.lead(product)}</Lead>
        </TitleGroup>
        <ProtocolWay product={product} />
        <Chapter title={what.title}>
          {what.paragraphs.map((paragraph) => (
            <Lead key={paragraph}>{paragraph}</Lead>
          ))}
        </Chapter>
        <Chapter title={why.title} points={why.points} />
        <Chapter title={not.title} points={not.points} />
        <Chapter title={ours.title}>
          <Lead>
            {ours.before} <TextLink to={PATHS.offer}>{ours.link}</TextLink>.
          </Lead>
        </Chapter>
        <PrimaryButton to={PATHS.shop}>{INFO_TEXTS.start}</PrimaryButton>
      </Chapters>
    </Frame>
  );
}

interface ChapterProps {
  title: string;
  points?: readonly Point[];
  children?: Elements;
}

function Chapter({ title, points, children }: ChapterProps) {
  const titleId = useId();
  return (
    <TitleGroup as="section" aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{title}</SectionTitle>
      {points && <Points points={points} labelledBy={titleId} />}
      {children}
    </TitleGroup>
  );
}

const Chapters = styled(ScreenParts)({ gap: 36 });
