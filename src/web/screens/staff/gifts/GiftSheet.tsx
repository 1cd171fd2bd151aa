/**
 * Print layout of gift cards with QR codes on A4, 12 cards per page. The layout is hidden on the screen and replaces
 * the whole page in print.
 */
import GlobalStyles from '@mui/material/GlobalStyles';
import { styled } from '@mui/material/styles';
import { createPortal } from 'react-dom';
import { GIFT_QR_MARGIN } from '../../../../shared/constants';
import type { QrModules } from '../../../platform/platform';
import { usePlatform } from '../../../platform/PlatformContext';
import { giftDuration } from '../../../texts/giftDuration';
import { GIFT_SHEET_TEXTS } from '../../../texts/staff/gifts';

export interface SheetGift {
  link: string;
  code: QrModules;
}

const CARDS_ON_A_PAGE = 12;

export function GiftSheet({ months, gifts }: { months: number; gifts: readonly SheetGift[] }) {
  const { product } = usePlatform().configuration.brand;
  const pages = Array.from({ length: Math.ceil(gifts.length / CARDS_ON_A_PAGE) }, (_, page) =>
    gifts.slice(page * CARDS_ON_A_PAGE, (page + 1) * CARDS_ON_A_PAGE),
  );
  return createPortal(
    <Sheet lang="ru" data-gift-sheet="">
      <GlobalStyles styles={ONLY_THE_SHEET} />
      {pages.map((cards) => (
        <Page key={cards[0]?.link}>
          {cards.map(({ link, code }) => (
            <Card key={link}>
              <b>{product}</b>
              <span>{GIFT_SHEET_TEXTS.gift}</span>
              <QrSquares code={code} />
              <strong>{giftDuration(months)}</strong>
              <small>{GIFT_SHEET_TEXTS.hint}</small>
              <Address>{link}</Address>
            </Card>
          ))}
        </Page>
      ))}
    </Sheet>,
    document.body,
  );
}

function QrSquares({ code }: { code: QrModules }) {
  const side = code.size + 2 * GIFT_QR_MARGIN;
  return (
    <svg viewBox={`0 0 ${String(side)} ${String(side)}`} shapeRendering="crispEdges" aria-hidden="true">
      <path d={drawSquares(code)} fill="#000" />
    </svg>
  );
}

/** Returns an SVG path that draws one bar for each sequence of dark modules in a row of the QR code. */
function drawSquares({ size, isDark }: QrModules): string {
  const bars: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isDark(row, column)) continue;
      const start = column;
      while (column < size && isDark(row, column)) column += 1;
      bars.push(
        `M${String(start + GIFT_QR_MARGIN)} ${String(row + GIFT_QR_MARGIN)}h${String(column - start)}v1h-${String(column - start)}z`,
      );
    }
  }
  return bars.join('');
}

const ONLY_THE_SHEET = {
  '@page': { size: 'A4 portrait', margin: '10mm' },
  '@media print': {
    'html, body': { backgroundColor: '#fff !important', backgroundImage: 'none !important' },
    'body > :not([data-gift-sheet])': { display: 'none !important' },
  },
};

const Sheet = styled('div')({
  display: 'none',
  color: '#000',
  '@media print': { display: 'block' },
});

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, 1fr)',
  gridAutoRows: '68mm',
  breakAfter: 'page',
  '&:last-of-type': { breakAfter: 'auto' },
});

/** The dashed border of a gift card is the line along which the card is cut out. */
const Card = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  alignContent: 'center',
  overflow: 'hidden',
  padding: '2mm 3mm',
  border: '0.2mm dashed #999',
  margin: '0 -0.2mm -0.2mm 0',
  breakInside: 'avoid',
  textAlign: 'center',
  fontSize: '8pt',
  lineHeight: 1.25,
  '& b': { fontSize: '11pt', fontWeight: 700, letterSpacing: '-0.01em' },
  '& svg': { display: 'block', width: '33mm', height: '33mm', margin: '0.5mm 0' },
  '& strong': { fontSize: '11pt', fontWeight: 700 },
  '& small': { fontSize: '7pt' },
});

const Address = styled('span')({
  marginTop: '0.8mm',
  fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace',
  fontSize: '6pt',
  lineHeight: 1.2,
  overflowWrap: 'anywhere',
});
