/** Screen /check. Shows whether this browser uses the VPN, and what to try if it does not. */
import { styled } from '@mui/material/styles';
import { useSyncExternalStore } from 'react';
import { useCheckConnectionQuery } from '../../api/endpoints/connectionCheck';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Card } from '../../components/display/Card';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { CheckIcon, InfoIcon, WarningIcon } from '../../components/display/icons';
import { NumberedSteps } from '../../components/display/NumberedSteps';
import { ScreenParts } from '../../components/display/ScreenParts';
import { CardSkeleton } from '../../components/display/Skeletons';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { CHECK_TEXTS } from '../../texts/check';

export default function Check() {
  const { checkUrl } = usePlatform().configuration;
  return (
    <Frame title={CHECK_TEXTS.title} marksOffline={checkUrl === undefined}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{CHECK_TEXTS.title}</ScreenTitle>
          {checkUrl !== undefined && <Lead>{CHECK_TEXTS.lead}</Lead>}
        </TitleGroup>
        {checkUrl === undefined ? <ByHand /> : <Verdict checkUrl={checkUrl} />}
        <Note>
          {CHECK_TEXTS.help.before} <TextLink to={PATHS.support}>{CHECK_TEXTS.help.link}</TextLink>.
        </Note>
      </ScreenParts>
    </Frame>
  );
}

function Verdict({ checkUrl }: { checkUrl: string }) {
  const { connection } = usePlatform();
  const isOnline = useSyncExternalStore(connection.onChange, connection.isOnline, () => true);
  const { data, isError, isFetching, refetch } = useCheckConnectionQuery(checkUrl, {
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const again = () => void refetch();
  if (isError || !isOnline) {
    const { title, offline, blocked } = CHECK_TEXTS.failed;
    return (
      <ErrorNotice
        title={title}
        text={isOnline ? blocked : offline}
        onRetry={again}
        retryLabel={CHECK_TEXTS.again}
        isRetrying={isFetching}
      />
    );
  }
  if (data === undefined) return <CardSkeleton height={232} label={CHECK_TEXTS.checking} />;
  if (data.isThroughVpn === null) return <ByHand />;
  const button = (
    <SecondaryButton loading={isFetching} loadingLabel={CHECK_TEXTS.checking} onClick={again}>
      {CHECK_TEXTS.again}
    </SecondaryButton>
  );
  return data.isThroughVpn ? (
    <Result tone="success" icon={<CheckIcon size={34} />} {...CHECK_TEXTS.through}>
      {button}
    </Result>
  ) : (
    <Result tone="warning" icon={<WarningIcon size={34} />} {...CHECK_TEXTS.bypassing}>
      {button}
    </Result>
  );
}

function ByHand() {
  return <Result tone="neutral" icon={<InfoIcon size={34} />} {...CHECK_TEXTS.byHand} />;
}

interface ResultProps {
  tone: 'success' | 'warning' | 'neutral';
  icon: Elements;
  title: string;
  text: string;
  steps?: readonly string[];
  children?: Elements;
}

function Result({ tone, icon, title, text, steps, children }: ResultProps) {
  return (
    <Surface gap={18} data-tone={tone}>
      <div role="status">
        {icon}
        <SectionTitle>{title}</SectionTitle>
        <Note>{text}</Note>
      </div>
      {steps !== undefined && (
        <NumberedSteps>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </NumberedSteps>
      )}
      {children}
    </Surface>
  );
}

const Surface = styled(Card)(({ theme: { vars } }) => ({
  '& > [role="status"]': { display: 'grid', gap: 8 },
  '& svg': { color: vars.palette.text.secondary },
  '&[data-tone="success"] svg': { color: vars.palette.tone.successText },
  '&[data-tone="warning"] svg': { color: vars.palette.tone.warningText },
}));
