/** Notice that the card provider of the subscription is gone, so that the customer must enter a card again. */
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { TextLink } from '../../components/controls/TextLink';
import { PATHS } from '../../navigation/paths';
import { NEEDS_CARD_TEXTS } from '../../texts/needsCard';

export function NeedsCard() {
  return (
    <ErrorNotice title={NEEDS_CARD_TEXTS.title} text={NEEDS_CARD_TEXTS.text}>
      <TextLink to={PATHS.changeCard}>{NEEDS_CARD_TEXTS.enter}</TextLink>
    </ErrorNotice>
  );
}
