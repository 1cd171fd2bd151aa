/** Creates the clients of the configured card providers. `CARD_PROVIDER` names the card provider of new orders. */
import type { ClientConfiguration } from '../../shared/configuration';
import { createCloudPayments } from '../adapters/cloudPayments/cloudPayments';
import { createYooKassa } from '../adapters/yooKassa/yooKassa';
import { YOOKASSA_SENDERS } from '../adapters/yooKassa/yooKassaNotifications';
import type { CardProviderChoice } from '../configuration/cardProviderChoice';
import type { ProductionConfiguration } from '../configuration/productionConfiguration';
import type { Deps } from '../deps';
import type { CardProvider } from '../ports/cardProvider';

/** Client of a card provider, and the settings of its payment widget. */
export interface OpenedProvider {
  provider: CardProvider;
  widget: ClientConfiguration['cardWidget'];
}

/** Card providers of a server, and the payment widget of new orders. */
export interface OpenedProviders extends Pick<Deps, 'cardProvider' | 'formerCardProviders'> {
  widget: ClientConfiguration['cardWidget'];
}

/**
 * Returns the card provider of new orders and all other card providers, which continue the payments that they began.
 * Throws if the chosen card provider is missing.
 */
export function chosenFrom(
  opened: Readonly<Record<CardProviderChoice, OpenedProvider | null>>,
  choice: CardProviderChoice,
): OpenedProviders {
  const chosen = opened[choice];
  if (chosen === null) throw new Error(`the card provider ${choice} is not configured`);
  const others = Object.values(opened).filter((other) => other !== null && other !== chosen);
  return {
    cardProvider: chosen.provider,
    formerCardProviders: others.flatMap((other) => (other === null ? [] : [other.provider])),
    widget: chosen.widget,
  };
}

/** Creates the card providers of a production server. */
export function openCardProviders({
  cardProvider,
  cloudPayments,
  yooKassa,
}: Pick<ProductionConfiguration, 'cardProvider' | 'cloudPayments' | 'yooKassa'>): OpenedProviders {
  return chosenFrom(
    {
      cloudpayments:
        cloudPayments === undefined
          ? null
          : {
              provider: createCloudPayments(cloudPayments),
              widget: {
                scriptUrl: cloudPayments.widgetScriptUrl,
                publicTerminalId: cloudPayments.publicId,
                dialect: cloudPayments.widgetDialect,
              },
            },
      yookassa:
        yooKassa === undefined
          ? null
          : {
              provider: createYooKassa({ ...yooKassa, senders: yooKassa.senders ?? YOOKASSA_SENDERS }),
              widget: { scriptUrl: yooKassa.widgetScriptUrl, publicTerminalId: '', dialect: 'token' },
            },
    },
    cardProvider,
  );
}
