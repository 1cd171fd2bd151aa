/** Shows the gift keys of a new batch only once, so that staff can copy, download or print them. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { CSV_TYPE, writeCsv } from '../../../../shared/csv';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { Panel } from '../../../components/staff/Panel';
import { useCopy } from '../../../hooks/useCopy';
import { useGiftLink } from '../../../hooks/useGiftLink';
import { usePlatform } from '../../../platform/PlatformContext';
import { giftDuration } from '../../../texts/giftDuration';
import { giftMonths } from '../../../texts/staff/giftMonths';
import { GIFTS_TEXTS } from '../../../texts/staff/gifts';
import type { SheetGift } from './GiftSheet';

export interface MadeBatch {
  id: number;
  name: string;
  months: number;
  keys: readonly string[];
}

const TEXTS = GIFTS_TEXTS.result;

interface GiftBatchResultProps {
  batch: MadeBatch;
  /** Callback that runs when the gift keys were copied, downloaded or printed. */
  onSaved: () => void;
  onPrint: (months: number, gifts: readonly SheetGift[]) => void;
}

export function GiftBatchResult({ batch, onSaved, onPrint }: GiftBatchResultProps) {
  const { files, qrCode } = usePlatform();
  const copy = useCopy();
  const buildLink = useGiftLink();
  const [isPreparing, setIsPreparing] = useState(false);
  const links = batch.keys.map(buildLink);

  const copyAll = async () => {
    if (await copy(links.join('\n'), TEXTS.copied, TEXTS.copyFailed)) onSaved();
  };
  const download = () => {
    const rows = batch.keys.map((key, index) => [
      index + 1,
      batch.name,
      batch.months,
      giftDuration(batch.months),
      key,
      buildLink(key),
    ]);
    const content = new Blob([writeCsv([TEXTS.csvHead, ...rows])], { type: CSV_TYPE });
    files.save(TEXTS.csvFile(batch.name), content);
    onSaved();
  };
  const printAll = async () => {
    setIsPreparing(true);
    const codes = await Promise.all(
      links.map(async (link) => ({ link, code: await qrCode.createModules(link) })),
    );
    setIsPreparing(false);
    onPrint(batch.months, codes);
    onSaved();
  };

  return (
    <Panel isMarked title={`${TEXTS.title(batch.name, batch.keys.length)}, ${giftMonths(batch.months)}`}>
      <p role="status">{TEXTS.once}</p>
      <Buttons>
        <SmallButton onClick={() => void copyAll()}>{TEXTS.copyAll}</SmallButton>
        <SmallButton onClick={download}>{TEXTS.csv}</SmallButton>
        <SmallButton loading={isPreparing} loadingLabel={TEXTS.preparing} onClick={() => void printAll()}>
          {TEXTS.print}
        </SmallButton>
      </Buttons>
      <Links aria-label={TEXTS.links} tabIndex={0}>
        {links.map((link) => (
          <li key={link}>{link}</li>
        ))}
      </Links>
    </Panel>
  );
}

const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

const Links = styled('ol')(({ theme: { vars } }) => ({
  maxHeight: 220,
  margin: 0,
  padding: '8px 12px 8px 48px',
  overflowY: 'auto',
  borderRadius: CONSOLE_RADIUS,
  backgroundColor: vars.palette.surface.raised,
  fontFamily: 'ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace',
  fontSize: '0.75rem',
  lineHeight: 1.7,
  overflowWrap: 'anywhere',
}));
