/**
 * Screen /account/delete. Says what the deletion of an account ends and what remains. Public, because Google Play and the App
 * Store link to it.
 */
import { useId } from 'react';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { NumberedSteps } from '../../components/display/NumberedSteps';
import { type Point, Points } from '../../components/display/Points';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import { DELETE_ACCOUNT_TEXTS } from '../../texts/deleteAccount';

export default function DeleteAccount() {
  const { ends, stays, steps, help, privacy } = DELETE_ACCOUNT_TEXTS;
  return (
    <Frame title={DELETE_ACCOUNT_TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{DELETE_ACCOUNT_TEXTS.title}</ScreenTitle>
          <Lead>{DELETE_ACCOUNT_TEXTS.lead}</Lead>
        </TitleGroup>
        <Section title={ends.title} points={ends.points} />
        <Section title={stays.title} points={stays.points} />
        <TitleGroup>
          <SectionTitle>{steps.title}</SectionTitle>
          <NumberedSteps>
            {steps.list.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </NumberedSteps>
        </TitleGroup>
        <TitleGroup>
          <PrimaryButton to={PATHS.confirmDeletion}>{DELETE_ACCOUNT_TEXTS.start}</PrimaryButton>
          <Note>{DELETE_ACCOUNT_TEXTS.startNote}</Note>
        </TitleGroup>
        <Note>
          {help.before} <TextLink to={PATHS.support}>{help.link}</TextLink>. {privacy.before}{' '}
          <TextLink to={PATHS.privacy}>{privacy.link}</TextLink>.
        </Note>
      </ScreenParts>
    </Frame>
  );
}

function Section({ title, points }: { title: string; points: readonly Point[] }) {
  const id = useId();
  return (
    <TitleGroup>
      <SectionTitle id={id}>{title}</SectionTitle>
      <Points points={points} labelledBy={id} />
    </TitleGroup>
  );
}
