/** Diagram of the data path from the device through the VPN server to a website. */
import { styled } from '@mui/material/styles';
import { RADIUS } from '../../../shared/designTokens';
import { GlobeIcon, PhoneIcon, ShieldIcon } from '../../components/display/icons';
import { INFO_TEXTS } from '../../texts/info';

export function ProtocolWay({ product }: { product: string }) {
  const { way } = INFO_TEXTS;
  return (
    <Figure>
      <Stops aria-label={way.label}>
        <li>
          <PhoneIcon size={26} />
          {way.device}
        </li>
        <li>
          <ShieldIcon size={26} />
          <span>{way.server(product)}</span>
        </li>
        <li>
          <GlobeIcon size={26} />
          {way.internet}
        </li>
      </Stops>
      <figcaption>{way.outside}</figcaption>
    </Figure>
  );
}

/** Vertical position of the line between two icons, in px from the top, at the centre of the icons' circles. */
const LINE_PX = 27;
const DISC_PX = 54;

const Figure = styled('figure')(({ theme: { vars, typography } }) => ({
  isolation: 'isolate',
  margin: 0,
  padding: '24px clamp(4px, 1.6vw, 14px) 18px',
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: RADIUS.card,
  backgroundColor: vars.palette.surface.main,
  '& > figcaption': {
    ...typography.caption,
    position: 'relative',
    // The caption is below the first two icons, because the caption describes the path between these icons.
    width: '66.6%',
    boxSizing: 'border-box',
    marginTop: 14,
    padding: '10px 8px 0',
    textAlign: 'center',
    textWrap: 'balance',
    color: vars.palette.text.secondary,
  },
  '& > figcaption::before': {
    content: '""',
    position: 'absolute',
    top: 0,
    left: '25%',
    right: '25%',
    height: 5,
    border: `1px solid ${vars.palette.surface.control}`,
    borderTop: 0,
  },
}));

const Stops = styled('ol')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontWeight: 600,
  lineHeight: 1.3,
  '& > li': {
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'start',
    gap: 10,
    padding: '0 4px',
    textAlign: 'center',
  },
  // The icon covers the line that leads to the next icon.
  '& svg': {
    position: 'relative',
    zIndex: 1,
    boxSizing: 'border-box',
    width: DISC_PX,
    height: DISC_PX,
    padding: 13,
    borderRadius: '50%',
    color: vars.palette.accent.text,
    backgroundColor: vars.palette.background.default,
    boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  },
  '& > li + li::before': {
    content: '""',
    position: 'absolute',
    top: LINE_PX - 1,
    right: '50%',
    width: '100%',
    borderTop: `2px dashed ${vars.palette.surface.control}`,
  },
  '& > li:nth-of-type(2)::before': { borderTop: `2px solid ${vars.palette.accent.text}` },
}));
