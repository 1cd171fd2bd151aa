/** Screen /account. Lists the pages on which customers manage their account. */
import { styled } from '@mui/material/styles';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { RADIUS } from '../../../shared/designTokens';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Lead, ScreenTitle } from '../../components/display/Heading';
import { ForwardIcon } from '../../components/display/icons';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { PlainList } from '../../components/layout/Stack';
import { PATHS } from '../../navigation/paths';
import { loadChunk } from '../../platform/chunks';
import { usePlatform } from '../../platform/PlatformContext';
import { ACCOUNT_TEXTS } from '../../texts/account';
import { ACCOUNT_ROWS } from './accountRows';

/** Section that is shown only if receipts contain a phone number. The skeleton of the page, which is not hydrated, omits it. */
const ReceiptPhone = lazy(async () => {
  const section = await loadChunk(async () => (await import('./ReceiptPhone')).ReceiptPhone);
  return { default: section };
});

export default function Account() {
  const { receiptPhone: asksPhone } = usePlatform().configuration;
  return (
    <Frame title={ACCOUNT_TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{ACCOUNT_TEXTS.title}</ScreenTitle>
          <Lead>{ACCOUNT_TEXTS.lead}</Lead>
        </TitleGroup>
        <PlainList gap={10} aria-label={ACCOUNT_TEXTS.listLabel}>
          {ACCOUNT_ROWS.map(({ path, title, text }) => (
            <li key={path}>
              <RowLink to={path}>
                <span>
                  <Name>{title}</Name>
                  <Detail>{text}</Detail>
                </span>
                <ForwardIcon size={20} />
              </RowLink>
            </li>
          ))}
        </PlainList>
        {asksPhone && (
          <Suspense>
            <ReceiptPhone />
          </Suspense>
        )}
        <SecondaryButton to={PATHS.profile}>{ACCOUNT_TEXTS.back}</SecondaryButton>
      </ScreenParts>
    </Frame>
  );
}

const RowLink = styled(Link)(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  padding: '14px 18px',
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: RADIUS.control,
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.surface.main,
  textDecoration: 'none',
  '&:hover': {
    borderColor: vars.palette.surface.control,
    backgroundColor: vars.palette.surface.raised,
  },
  '& > svg': { flex: 'none', color: vars.palette.text.secondary },
  '& > span': { minWidth: 0 },
}));

const Name = styled('span')({ display: 'block', fontWeight: 620, overflowWrap: 'anywhere' });

const Detail = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'block',
  color: vars.palette.text.secondary,
}));
