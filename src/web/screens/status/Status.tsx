/**
 * Screen /status. Shows the states of the services that the server embedded in the document, so the screen needs neither a
 * script nor a request. In a document without states, every state is unknown.
 */
import { styled } from '@mui/material/styles';
import { momentText } from '../../../shared/russianFormats';
import type { ServiceName, ServiceState } from '../../../shared/serviceStatus';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Card } from '../../components/display/Card';
import { Note, ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { STATUS_TEXTS } from '../../texts/status';

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
          <Services>
            {services.map((service) => (
              <div key={service} data-state={stateOf(service)}>
                <dt>{STATUS_TEXTS.services[service]}</dt>
                <dd>{STATUS_TEXTS.states[stateOf(service)]}</dd>
              </div>
            ))}
          </Services>
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

const Services = styled('dl')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 14,
  margin: 0,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '2px 16px',
    color: vars.palette.text.secondary,
  },
  '& > div + div': { paddingTop: 14, borderTop: `1px solid ${vars.palette.surface.line}` },
  '& dt': { ...typography.body1, fontWeight: 600, color: vars.palette.text.primary },
  '& dd': { ...typography.body2, margin: 0, fontWeight: 600 },
  // The dot repeats the text, so the state is clear without the colour.
  '& dd::before': {
    content: '""',
    display: 'inline-block',
    width: 8,
    height: 8,
    marginRight: 8,
    borderRadius: '50%',
    backgroundColor: 'currentColor',
  },
  '& [data-state="works"] dd': { color: vars.palette.tone.successText },
  '& [data-state="slow"] dd': { color: vars.palette.tone.warningText },
  '& [data-state="down"] dd': { color: vars.palette.tone.dangerText },
}));
