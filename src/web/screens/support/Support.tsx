/** Screen /support. Links to the support chat and shows the contact email, which can be copied. */
import { styled } from '@mui/material/styles';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Card } from '../../components/display/Card';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { CopyIcon } from '../../components/display/icons';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { SUPPORT_TEXTS } from '../../texts/support';
import { COPIED_ATTRIBUTE, COPY_ATTRIBUTE } from '../../theme/copyAttributes';
import { toast } from '../../toasts/toasts';

export default function Support() {
  const { clipboard, configuration } = usePlatform();
  const { supportBotUrl, supportEmail } = configuration.brand;

  const copy = async () => {
    if (await clipboard.copyText(supportEmail)) toast.success(SUPPORT_TEXTS.copied);
    else toast.error(SUPPORT_TEXTS.copyFailed);
  };

  return (
    <Frame title={SUPPORT_TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{SUPPORT_TEXTS.title}</ScreenTitle>
          <Lead>{SUPPORT_TEXTS.lead}</Lead>
        </TitleGroup>
        <TitleGroup>
          <PrimaryButton href={supportBotUrl}>{SUPPORT_TEXTS.chat}</PrimaryButton>
          <Note>{SUPPORT_TEXTS.chatNote}</Note>
        </TitleGroup>
        <EmailCard gap={12}>
          <h2>{SUPPORT_TEXTS.emailLabel}</h2>
          <Address>
            <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
          </Address>
          <SecondaryButton
            size="medium"
            startIcon={<CopyIcon size={20} />}
            onClick={() => void copy()}
            {...{ [COPY_ATTRIBUTE]: supportEmail }}
          >
            <span data-label="copy">{SUPPORT_TEXTS.copy}</span>
            <span data-label="copied">{SUPPORT_TEXTS.copiedLabel}</span>
          </SecondaryButton>
        </EmailCard>
        <Note>
          {SUPPORT_TEXTS.check.before} <TextLink to={PATHS.check}>{SUPPORT_TEXTS.check.link}</TextLink>.
        </Note>
        <Note>
          {SUPPORT_TEXTS.status.before} <TextLink href={PATHS.status}>{SUPPORT_TEXTS.status.link}</TextLink>.
        </Note>
        <Note>
          {SUPPORT_TEXTS.refund.before} <TextLink to={PATHS.offer}>{SUPPORT_TEXTS.refund.link}</TextLink>.
        </Note>
      </ScreenParts>
    </Frame>
  );
}

const EmailCard = styled(Card)(({ theme: { vars, typography } }) => ({
  // Shows that the email was copied before hydration. After hydration, a toast reports that the email address was
  // copied.
  [`& [${COPIED_ATTRIBUTE}] [data-label="copy"], & [${COPY_ATTRIBUTE}]:not([${COPIED_ATTRIBUTE}]) [data-label="copied"]`]:
    {
      display: 'none',
    },
  '& > h2': { ...typography.body2, margin: 0, color: vars.palette.text.secondary },
}));

const Address = styled('p')(({ theme: { typography } }) => ({
  ...typography.h2,
  margin: '0 0 6px',
  overflowWrap: 'anywhere',
}));
