/** The way to the people behind the product: the support chat of the brand's configuration. */
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';
import { TextLink } from '../controls/TextLink';

export function SupportLink({ children = COMMON_TEXTS.support }: { children?: string }) {
  return <TextLink href={usePlatform().configuration.brand.supportBotUrl}>{children}</TextLink>;
}
