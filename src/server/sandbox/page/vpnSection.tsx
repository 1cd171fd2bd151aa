/** @jsxImportSource hono/jsx */
/**
 * VPN section of the sandbox page. The section lists the credentials in the fake VPN panel and offers the actions of an
 * administrator of the VPN panel.
 */
import type { FakeKey, FakePanel, PanelAction } from '../fakeVpnPanel/fakeVpnPanel';
import { TIME } from '../texts/page';
import { VPN } from '../texts/vpn';
import { Empty } from './document';
import { NumberForm } from './forms';
import { momentText } from './moments';

/** Maximum number of VPN credentials that the page shows, newest first. The sandbox API returns more credentials. */
const KEYS_SHOWN = 6;

const LOOKS: Readonly<Record<FakeKey['status'], string>> = {
  ACTIVE: 'chip good',
  EXPIRED: 'chip',
  DISABLED: 'chip bad',
  LIMITED: 'chip bad',
};

const ActionForm = ({
  username,
  action,
  label,
  done,
}: {
  username: string;
  action: PanelAction;
  label: string;
  done: string;
}) => (
  <form data-call="vpn" data-done={done}>
    <input type="hidden" name="username" value={username} />
    <input type="hidden" name="action" value={action} />
    <button class="button small" data-key={`vpn-${action}-${username}`}>
      {label}
    </button>
  </form>
);

const Key = ({ username, status, description, expireAt, lastSeenAt }: FakeKey) => (
  <li class="entry">
    <div class="title">
      <h3>
        <code>{username}</code>
      </h3>
      <span class={LOOKS[status]}>{VPN.statuses[status]}</span>
    </div>
    <p class="muted">
      {VPN.until} <time datetime={expireAt}>{momentText(expireAt)}</time> {TIME.zone} ·{' '}
      {lastSeenAt === null ? (
        VPN.neverSeen
      ) : (
        <>
          {VPN.seen} <time datetime={lastSeenAt}>{momentText(lastSeenAt)}</time>
        </>
      )}{' '}
      · {description}
    </p>
    <div class="row">
      <ActionForm username={username} action="online" label={VPN.online} done={VPN.onlineDone} />
      <ActionForm username={username} action="delete" label={VPN.remove} done={VPN.removeDone} />
      {status === 'DISABLED' ? (
        <ActionForm username={username} action="unblock" label={VPN.unblock} done={VPN.unblockDone} />
      ) : (
        <ActionForm username={username} action="block" label={VPN.block} done={VPN.blockDone} />
      )}
      <ActionForm username={username} action="limit" label={VPN.limit} done={VPN.limitDone} />
      <ActionForm username={username} action="revoke" label={VPN.revoke} done={VPN.revokeDone} />
    </div>
  </li>
);

/**
 * Form that simulates a VPN app which fetches its configuration. The form is outside the refreshed part of the page, so
 * a refresh does not clear the form's inputs.
 */
export const AppFetchForm = () => (
  <>
    <h3>{VPN.fetchTitle}</h3>
    <form data-call="vpn/fetch" data-done="" data-show="said">
      <div class="pair">
        <div class="field">
          <label for="fetch-email">{VPN.fetchEmail}</label>
          <input id="fetch-email" name="email" type="email" autocomplete="email" />
        </div>
        <div class="field">
          <label for="fetch-app">{VPN.fetchApp}</label>
          <select id="fetch-app" name="app">
            {Object.entries(VPN.fetchApps).map(([value, label]) => (
              <option value={value}>{label}</option>
            ))}
          </select>
        </div>
      </div>
      <div class="row joined">
        <div class="field grow">
          <label for="fetch-link">{VPN.fetchLink}</label>
          <input id="fetch-link" name="link" autocomplete="off" spellcheck={false} />
        </div>
        <button class="button">{VPN.fetch}</button>
      </div>
      <output></output>
    </form>
  </>
);

/** Button that switches a state of the fake VPN panel. `call` is the path of the sandbox API call. */
const StateSwitch = ({
  call,
  name,
  value,
  type,
  button,
  done,
  state,
}: {
  call: string;
  name: string;
  value: string;
  type: 'number' | 'boolean';
  button: string;
  done: string;
  state: string;
}) => (
  <form data-call={call} data-done={done}>
    <input type="hidden" name={name} value={value} data-as={type} />
    <div class="row">
      <button class="button" data-key={`vpn-${name}-${call}`}>
        {button}
      </button>
      {state === '' ? null : <span class="muted">{state}</span>}
    </div>
  </form>
);

/** Controls of faults of the VPN panel: its database, its background jobs, its squad and its clock. */
const PanelFaults = ({ panel }: { panel: FakePanel }) => {
  const { databaseAwayUntil, areJobsStopped, isSquadRemoved, clockSkewSeconds } = panel;
  return (
    <>
      <StateSwitch
        call="vpn/database"
        name="minutes"
        type="number"
        value={databaseAwayUntil === null ? '5' : '0'}
        button={databaseAwayUntil === null ? VPN.outage : VPN.outageOver}
        done={databaseAwayUntil === null ? VPN.outageDone : VPN.outageOverDone}
        state={databaseAwayUntil === null ? '' : `${VPN.outageOf} ${momentText(databaseAwayUntil)}`}
      />
      <StateSwitch
        call="vpn/settings"
        name="areJobsStopped"
        type="boolean"
        value={String(!areJobsStopped)}
        button={areJobsStopped ? VPN.startJobs : VPN.stopJobs}
        done={areJobsStopped ? VPN.jobsStarted : VPN.jobsStopped}
        state={areJobsStopped ? VPN.jobsAreStopped : VPN.jobsRun}
      />
      <StateSwitch
        call="vpn/settings"
        name="isSquadRemoved"
        type="boolean"
        value={String(!isSquadRemoved)}
        button={isSquadRemoved ? VPN.restoreSquad : VPN.removeSquad}
        done={isSquadRemoved ? VPN.squadRestored : VPN.squadRemoved}
        state={isSquadRemoved ? VPN.squadIsRemoved : VPN.squadExists}
      />
      <NumberForm
        call="vpn/settings"
        done={VPN.skewSet}
        name="clockSkewSeconds"
        label={VPN.skew}
        value={String(clockSkewSeconds)}
        button={VPN.setSkew}
      />
    </>
  );
};

/** Form that simulates the product's native application, which signs in with the link of an email. */
export const NativeAppForm = () => (
  <>
    <h3>{VPN.native.title}</h3>
    <form data-call="app/signIn" data-done="" data-show="said">
      <div class="field">
        <label for="native-email">{VPN.native.email}</label>
        <input id="native-email" name="email" type="email" autocomplete="email" />
      </div>
      <div class="row joined">
        <div class="field grow">
          <label for="native-pasted">{VPN.native.pasted}</label>
          <input id="native-pasted" name="pasted" autocomplete="off" spellcheck={false} />
        </div>
        <button class="button">{VPN.native.signIn}</button>
      </div>
      <output></output>
    </form>
  </>
);

/** Link domain, and whether the network of the simulated VPN apps resets connections to it. */
interface SimulatedDomain {
  domain: string;
  isBlocked: boolean;
}

/** Switches of the link domains in the network of the simulated VPN apps. */
const LinkDomains = ({ domains }: { domains: readonly SimulatedDomain[] }) => (
  <>
    {domains.map(({ domain, isBlocked }) => (
      <form data-call="vpn/domain" data-done={VPN.domainDone}>
        <input type="hidden" name="domain" value={domain} />
        <input type="hidden" name="isBlocked" value={String(!isBlocked)} data-as="boolean" />
        <div class="row">
          <button class="button" data-key={`vpn-domain-${domain}`}>
            {isBlocked ? VPN.openDomain(domain) : VPN.blockDomain(domain)}
          </button>
          <span class="muted">{isBlocked ? VPN.domainBlocked : VPN.domainOpen}</span>
        </div>
      </form>
    ))}
  </>
);

export const VpnSection = ({ panel, domains }: { panel: FakePanel; domains: readonly SimulatedDomain[] }) => (
  <>
    <h3 class="next">{VPN.panelTitle}</h3>
    <form
      data-call="vpn/silence"
      data-done={panel.unresponsiveUntil === null ? VPN.silenceDone : VPN.responseDone}
    >
      <input
        type="hidden"
        name="minutes"
        value={panel.unresponsiveUntil === null ? '5' : '0'}
        data-as="number"
      />
      <div class="row">
        <button class="button" data-key="vpn-silence">
          {panel.unresponsiveUntil === null ? VPN.silence : VPN.response}
        </button>
        {panel.unresponsiveUntil === null ? null : (
          <span class="muted">
            {VPN.silent} <time datetime={panel.unresponsiveUntil}>{momentText(panel.unresponsiveUntil)}</time>{' '}
            {TIME.zone}
          </span>
        )}
      </div>
    </form>
    <form data-call="vpn/browser" data-done={panel.isBrowserInside ? VPN.movedOutside : VPN.movedInside}>
      <input type="hidden" name="isInside" value={String(!panel.isBrowserInside)} data-as="boolean" />
      <div class="row">
        <button class="button" data-key="vpn-browser">
          {panel.isBrowserInside ? VPN.moveOutside : VPN.moveInside}
        </button>
        <span class="muted">
          {panel.isBrowserInside ? VPN.browserInside : VPN.browserOutside}. <a href="/check">{VPN.check}</a>
        </span>
      </div>
    </form>
    <PanelFaults panel={panel} />
    {domains.length > 1 && <LinkDomains domains={domains} />}
    {panel.keys.length === 0 ? (
      <Empty title={VPN.empty} hint={VPN.emptyHint} />
    ) : (
      <ol class="entries">
        {panel.keys.slice(0, KEYS_SHOWN).map((key) => (
          <Key {...key} />
        ))}
      </ol>
    )}
    {panel.keys.length > KEYS_SHOWN ? (
      <p class="muted">
        {VPN.older} <a href="/sandbox/api/vpn">GET /sandbox/api/vpn</a>
      </p>
    ) : null}
  </>
);
