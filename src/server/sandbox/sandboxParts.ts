/** Dependencies of the sandbox's API and pages. */
import type { Deps } from '../deps';
import type { FakeCardProvider } from './fakeCardProvider/fakeCardProvider';
import type { FakeVpnPanel } from './fakeVpnPanel/fakeVpnPanel';
import type { ControlledYooKassa } from './fakeYooKassa/controls';
import type { IdentityService } from './identity/identityService';
import type { Mailbox } from './outside/mailbox';
import type { NewOrdersSwitch } from './outside/newOrders';
import type { PushRecorder } from './outside/pushRecorder';
import type { SeedProvider } from './seed';
import type { SimulatedApps } from './simulatedApps';
import type { SimulatedNativeApp } from './simulatedNativeApp';
import type { TimeTravel } from './timeTravel';

export interface SandboxParts {
  deps: Deps;
  mailbox: Mailbox;
  pushes: PushRecorder;
  fakeCardProvider: FakeCardProvider;
  fakeYooKassa: ControlledYooKassa;
  /** Switch of the card provider of new orders, or null if this server cannot change it. */
  newOrders: NewOrdersSwitch | null;
  seedProvider: SeedProvider;
  fakeVpnPanel: FakeVpnPanel;
  apps: SimulatedApps;
  nativeApp: SimulatedNativeApp;
  identity: IdentityService;
  timeTravel: TimeTravel;
}
