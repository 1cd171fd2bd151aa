/**
 * Screen /status. Shows the states of the services that the server embedded in the document, so the screen needs neither a
 * script nor a request. In a document without states, every state is unknown.
 */
import { momentText } from '../../../shared/russianFormats';
import type { ServiceName, ServiceState } from '../../../shared/serviceStatus';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Card } from '../../components/display/Card';
import { DescriptionList } from '../../components/display/DescriptionList';
import { Note, ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { StatusChip, type Tone } from '../../components/display/StatusChip';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { STATUS_TEXTS } from '../../texts/status';

const TONES: Readonly<Record<ServiceState, Tone>> = {
  works: 'success',
  slow: 'warning',
  down: 'danger',
  unknown: 'neutral',
};

export default function Status() {
  const { connect, status } = usePlatform().configuration;
  const services: ServiceName[] = ['signIn', 'payment', ...(connect === undefined ? [] : (['vpn'] as const))];
  const stateOf = (service: ServiceName): ServiceState => status?.[service] ?? 'unknown';
  return (
    <Frame title={STATUS_TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{STATUS_TEXTS.title}</ScreenTitle>
          <Note>
            {status === undefined
              ? STATUS_TEXTS.notMeasured
              : STATUS_TEXTS.measured(momentText(new Date(status.at)))}
          </Note>
        </TitleGroup>
        <Card gap={0}>
          <DescriptionList
            details={services.map((service) => ({
              name: STATUS_TEXTS.services[service],
              value: (
                <StatusChip tone={TONES[stateOf(service)]}>
                  {STATUS_TEXTS.states[stateOf(service)]}
                </StatusChip>
              ),
            }))}
          />
        </Card>
        {/* A link to the page itself loads a new document, also without a script. */}
        <SecondaryButton href={PATHS.status}>{STATUS_TEXTS.again}</SecondaryButton>
        <Note>
          {STATUS_TEXTS.check.before} <TextLink to={PATHS.check}>{STATUS_TEXTS.check.link}</TextLink>.
        </Note>
        <Note>
          {STATUS_TEXTS.support.before} <TextLink to={PATHS.support}>{STATUS_TEXTS.support.link}</TextLink>.
        </Note>
      </ScreenParts>
    </Frame>
  );
}
