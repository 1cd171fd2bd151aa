/** Screen /offer. Shows the contract that the customer accepts by paying, in a form that can be printed. */
import { OFFER_EDITION } from '../../../shared/offerEdition';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Note } from '../../components/display/Heading';
import { LegalDocument } from '../../components/document/LegalDocument';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { formatDay } from '../../texts/dates';
import { buildOffer, OFFER_TEXTS } from './offerText';

export default function Offer() {
  const { brand } = usePlatform().configuration;
  const day = formatDay(OFFER_EDITION.effectiveFrom) ?? '';
  return (
    <Frame title={OFFER_TEXTS.title}>
      <LegalDocument
        texts={OFFER_TEXTS}
        subtitle={OFFER_TEXTS.subtitle(brand.product)}
        edition={OFFER_TEXTS.edition(OFFER_EDITION.version, day)}
        text={buildOffer(brand)}
      >
        <PrimaryButton to={PATHS.shop}>{OFFER_TEXTS.toShop}</PrimaryButton>
        <Note>
          {OFFER_TEXTS.privacy.before} <TextLink to={PATHS.privacy}>{OFFER_TEXTS.privacy.link}</TextLink>.
        </Note>
        <Note>
          {OFFER_TEXTS.questions.before} <TextLink to={PATHS.support}>{OFFER_TEXTS.questions.link}</TextLink>.
        </Note>
        <Note>
          <TextLink href={OFFER_TEXTS.licenses.file}>{OFFER_TEXTS.licenses.link}</TextLink>
        </Note>
      </LegalDocument>
    </Frame>
  );
}
