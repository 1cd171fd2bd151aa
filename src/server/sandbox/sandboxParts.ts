/** What the sandbox's calls and pages work with. */
import type { Deps } from '../deps';
import type { CardPeer } from './cardPeer/cardPeer';
import type { IdentityService } from './identity/identityService';
import type { Mailbox } from './outside/mailbox';
import type { PushRecorder } from './outside/pushRecorder';
import type { SeedProvider } from './seed';
import type { SimulatedApps } from './simulatedApps';
import type { TimeTravel } from './timeTravel';
import type { VpnPeer } from './vpnPeer/vpnPeer';

export interface SandboxParts {
  deps: Deps;
  mailbox: Mailbox;
  pushes: PushRecorder;
  cardPeer: CardPeer;
  seedProvider: SeedProvider;
  vpnPeer: VpnPeer;
  apps: SimulatedApps;
  identity: IdentityService;
  timeTravel: TimeTravel;
}
