/** Screen /privacy. Shows the policy on processing of personal data, in a form that can be printed. */
import { PRIVACY_EDITION } from '../../../shared/privacyEdition';
import { TextLink } from '../../components/controls/TextLink';
import { Note } from '../../components/display/Heading';
import { LegalDocument } from '../../components/document/LegalDocument';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { formatDay } from '../../texts/dates';
import { buildPrivacyPolicy, PRIVACY_TEXTS } from './privacyText';

export default function Privacy() {
  const { configuration } = usePlatform();
  const day = formatDay(PRIVACY_EDITION.effectiveFrom) ?? '';
  return (
    <Frame title={PRIVACY_TEXTS.title}>
      <LegalDocument
        texts={PRIVACY_TEXTS}
        subtitle={PRIVACY_TEXTS.subtitle(configuration.brand.product)}
        edition={PRIVACY_TEXTS.edition(PRIVACY_EDITION.version, day)}
        text={buildPrivacyPolicy(configuration)}
      >
        <Note>
          {PRIVACY_TEXTS.questions.before}{' '}
          <TextLink to={PATHS.support}>{PRIVACY_TEXTS.questions.link}</TextLink>.
        </Note>
      </LegalDocument>
    </Frame>
  );
}
