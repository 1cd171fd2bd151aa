/** Serves the metrics to a monitoring system on a separate port, which customers cannot reach. */
import type { PrometheusMetrics } from '../adapters/prometheusMetrics';
import { createServerFor, listen, type ListenOptions } from '../http/listen';
import { readWaiting } from '../outbox/outbox';
import { systemClock } from '../ports/clock';
import { productVersion } from '../productVersion';
import { listChargePauses } from '../store/chargeLimits';
import { listGoneMarks } from '../store/goneProviders';
import { listBlockedLinkDomains } from '../store/linkDomains';
import type { OpenedDatabase } from '../store/openDatabase';
import { readOldestDueCharge } from '../store/requestedPayments';
import { readVpnPanelState } from '../store/vpnKeys';

/**
 * Starts the metrics server and resolves to a function that closes it. `vpnTokenEndsAt` is the expiry of the API token of
 * the VPN panel, or null if there is none. Rejects with `PortInUse`.
 */
export async function openMetrics(
  place: ListenOptions,
  metrics: PrometheusMetrics,
  { db, readPool }: Pick<OpenedDatabase, 'db' | 'readPool'>,
  vpnTokenEndsAt: Date | null = null,
): Promise<() => Promise<void>> {
  metrics.watch({
    readOutbox: () => readWaiting(db),
    readOldestDueCharge: () => readOldestDueCharge(db, systemClock.now()),
    readVpnPanel: () => readVpnPanelState(db),
    readChargePauses: async () => (await listChargePauses(db)).map(({ provider }) => provider),
    readGoneProviders: async () => (await listGoneMarks(db)).map(({ provider }) => provider),
    readBlockedLinkDomains: async () => (await listBlockedLinkDomains(db)).map(({ domain }) => domain),
    readPool,
    version: productVersion(),
    ...(vpnTokenEndsAt === null ? {} : { vpnTokenEndsAt }),
  });
  const listening = await listen(
    createServerFor(async (request) => {
      if (new URL(request.url).pathname !== '/metrics') return new Response(null, { status: 404 });
      return new Response(await metrics.render(), { headers: { 'Content-Type': metrics.contentType } });
    }),
    place,
  );
  return () => listening.close();
}
