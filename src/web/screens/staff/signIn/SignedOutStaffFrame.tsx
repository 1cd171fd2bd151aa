/** Frame of the staff screens without sign-in: the logo and one card. */
import { styled } from '@mui/material/styles';
import { RADIUS } from '../../../../shared/designTokens';
import { ColorSchemeSwitch } from '../../../components/frame/ColorSchemeSwitch';
import { Mark } from '../../../components/frame/Logo';
import { SandboxMark } from '../../../components/frame/SandboxMark';
import type { Elements } from '../../../platform/elements';
import { useEnglishPage } from '../../../platform/pageLanguage';
import { usePlatform } from '../../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../../texts/common';
import { STAFF_FRAME_TEXTS } from '../../../texts/staff/frame';
import { STAFF_COMMON_TEXTS } from '../../../texts/staff/signedOut';

interface SignedOutStaffFrameProps {
  /** Name of the screen, shown as its heading and in the document title. */
  title: string;
  children: Elements;
}

export function SignedOutStaffFrame({ title, children }: SignedOutStaffFrameProps) {
  const { product } = usePlatform().configuration.brand;
  useEnglishPage();
  return (
    <Page>
      <title>{COMMON_TEXTS.pageTitle(title, product)}</title>
      <Column lang="en">
        <Top>
          <Mark size={28} />
          <span lang="ru">{product}</span>
          <Quiet>{STAFF_COMMON_TEXTS.console}</Quiet>
        </Top>
        <Card>
          <h1>{title}</h1>
          {children}
        </Card>
      </Column>
      <Bottom>
        <ColorSchemeSwitch texts={STAFF_FRAME_TEXTS.colorScheme} />
        <span lang="ru">
          <SandboxMark />
        </span>
      </Bottom>
    </Page>
  );
}

const Page = styled('div')(({ theme: { vars } }) => ({
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateRows: '1fr auto',
  gridTemplateColumns: 'minmax(0, 1fr)',
  padding: 16,
  backgroundColor: vars.palette.background.default,
}));

const Column = styled('main')({
  display: 'grid',
  alignContent: 'center',
  justifySelf: 'center',
  gap: 16,
  width: '100%',
  maxWidth: 376,
  padding: '24px 0',
});

const Top = styled('div')(({ theme: { typography } }) => ({
  ...typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  fontWeight: 650,
}));

const Quiet = styled('span')(({ theme: { vars } }) => ({
  fontWeight: 400,
  color: vars.palette.text.secondary,
}));

const Card = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  padding: 24,
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: RADIUS.card,
  backgroundColor: vars.palette.surface.main,
  '& h1': { ...typography.h3, margin: 0 },
}));

const Bottom = styled('footer')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  color: vars.palette.text.secondary,
}));
