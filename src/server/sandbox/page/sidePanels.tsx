/** @jsxImportSource hono/jsx */
/** Side sections of the sandbox page: time, test cards, devices, demo customers and script sessions. */
import { CARDS, DEVICES, SEED, SESSION, TIME } from '../texts/page';
import { YOOKASSA } from '../texts/yooKassa';
import { Panel } from './document';
import { momentText } from './moments';

export const Now = ({ now }: { now: Date }) => (
  <p class="now">
    <time datetime={now.toISOString()}>{momentText(now)}</time> <span class="muted">{TIME.zone}</span>
  </p>
);

export const TimeForms = () => (
  <>
    <form data-call="clock" data-follow={TIME.moving} data-done={TIME.done} class="steps">
      <button class="button" name="advance" value="P1D">
        {TIME.day}
      </button>
      <button class="button" name="advance" value="P7D">
        {TIME.week}
      </button>
      <button class="button" name="advance" value="P1M">
        {TIME.month}
      </button>
    </form>
    <form data-call="clock" data-follow={TIME.moving} data-done={TIME.done}>
      <div class="row joined">
        <div class="field grow">
          <label for="advance">{TIME.custom}</label>
          <input
            id="advance"
            name="advance"
            required
            autocomplete="off"
            spellcheck={false}
            placeholder="PT6H"
            aria-describedby="advance-hint"
          />
        </div>
        <button class="button">{TIME.go}</button>
      </div>
      <p class="muted" id="advance-hint">
        {TIME.customHint}
      </p>
    </form>
  </>
);

const CopyIcon = () => (
  <svg
    width="14"
    height="14"
    viewBox="0 0 14 14"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="1.4"
  >
    <rect x="4.5" y="4.5" width="8" height="8" rx="2" />
    <path d="M9.5 2.5a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1" />
  </svg>
);

export interface TestCardRow {
  behaviour: string;
  numbers: readonly string[];
}

const CardsTable = ({ cards }: { cards: readonly TestCardRow[] }) => (
  <table class="cards">
    <thead>
      <tr>
        <th scope="col">{CARDS.behaviour}</th>
        <th scope="col">{CARDS.number}</th>
      </tr>
    </thead>
    <tbody>
      {cards.map(({ numbers, behaviour }) => (
        <tr>
          <th scope="row">{behaviour}</th>
          <td>
            {numbers.map((number) => (
              <button type="button" class="copy" data-copy={number.replaceAll(' ', '')} title={CARDS.copy}>
                {number}
                <CopyIcon />
              </button>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const CardsPanel = ({
  cards,
  yooKassaCards,
}: {
  cards: readonly TestCardRow[];
  yooKassaCards: readonly TestCardRow[];
}) => (
  <Panel id="cards" title={CARDS.title} hint={CARDS.hint}>
    <CardsTable cards={cards} />
    <h3 class="next">{YOOKASSA.cards}</h3>
    <CardsTable cards={yooKassaCards} />
  </Panel>
);

export const DevicesPanel = () => (
  <Panel id="devices" title={DEVICES.title}>
    <form data-call="devices" data-done={DEVICES.attached} data-show="deviceId">
      <div class="field">
        <label for="device-email">{DEVICES.email}</label>
        <input id="device-email" name="email" type="email" required autocomplete="email" />
      </div>
      <div class="field">
        <label for="device-name">{DEVICES.name}</label>
        <input
          id="device-name"
          name="deviceName"
          required
          maxlength={200}
          value={DEVICES.nameExample}
          autocomplete="off"
        />
      </div>
      <div class="pair">
        <div class="field">
          <label for="device-platform">{DEVICES.platform}</label>
          <select id="device-platform" name="platform">
            {Object.entries(DEVICES.platforms).map(([value, label]) => (
              <option value={value}>{label}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="device-token">{DEVICES.token}</label>
          <input
            id="device-token"
            name="firebaseToken"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="device-token-hint"
          />
        </div>
      </div>
      <p class="muted" id="device-token-hint">
        {DEVICES.tokenHint}
      </p>
      <div class="row">
        <button class="button">{DEVICES.attach}</button>
      </div>
      <output></output>
    </form>
    <h3 class="next">{DEVICES.connectionTitle}</h3>
    <form data-call="connections" data-done={DEVICES.recorded}>
      <div class="field">
        <label for="connection-email">{DEVICES.email}</label>
        <input id="connection-email" name="email" type="email" required autocomplete="email" />
      </div>
      <div class="pair">
        <div class="field">
          <label for="connection-device">{DEVICES.deviceId}</label>
          <input id="connection-device" name="deviceId" required autocomplete="off" spellcheck={false} />
        </div>
        <div class="field">
          <label for="connection-success">{DEVICES.result}</label>
          <select id="connection-success" name="success" data-as="boolean">
            <option value="true">{DEVICES.success}</option>
            <option value="false">{DEVICES.failure}</option>
          </select>
        </div>
      </div>
      <div class="row">
        <button class="button">{DEVICES.record}</button>
      </div>
      <output></output>
    </form>
  </Panel>
);

export const SeedPanel = () => (
  <Panel id="seed" title={SEED.title} hint={SEED.hint}>
    <form data-call="seed" data-done={SEED.done} data-show="created">
      <div class="row">
        <button class="button" name="customers" value="12" data-as="number">
          {SEED.few}
        </button>
        <button class="button" name="customers" value="100000" data-as="number">
          {SEED.many}
        </button>
      </div>
      <output></output>
    </form>
  </Panel>
);

export const SessionPanel = () => (
  <Panel id="session" title={SESSION.title} hint={SESSION.hint}>
    <form data-call="sessions" data-done={SESSION.done} data-show="accessToken">
      <div class="field">
        <label for="session-email">{SESSION.email}</label>
        <input id="session-email" name="email" type="email" required autocomplete="email" />
      </div>
      <div class="row">
        <button class="button">{SESSION.make}</button>
      </div>
      <output></output>
    </form>
  </Panel>
);
