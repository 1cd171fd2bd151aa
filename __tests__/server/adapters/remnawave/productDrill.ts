/**
 * Drill of a VPN panel with the product itself: devices of a customer in an empty database are attached, ended, renewed
 * and detached, and the product applies each change to the VPN panel. The panel users have a random prefix, and are
 * removed at the end.
 */
import { randomBytes } from 'node:crypto';
import { examineBody } from '../../../../src/server/adapters/remnawave/configurationBody';
import { createRemnawaveNetwork } from '../../../../src/server/adapters/remnawave/remnawaveNetwork';
import { followAccess, requestKey } from '../../../../src/server/outbox/vpnKeys';
import { systemClock } from '../../../../src/server/ports/clock';
import type { ConfigurationFormat, VpnKey } from '../../../../src/server/ports/vpnNetwork';
import type { Database } from '../../../../src/server/store/database';
import { detachAttachedDevice } from '../../../../src/server/store/devices';
import { accounts } from '../../../../src/server/store/schema/accounts';
import { subscriptions } from '../../../../src/server/store/schema/subscriptions';
import { applyKey } from '../../../../src/server/usecases/connect/applyKey';
import { readConfiguration } from '../../../../src/server/usecases/connect/readyKey';
import { attachDevice } from '../../../../src/server/usecases/customer/devices';
import { DRILL_APPS, type DrillOptions, type Statement } from './panelDrill';

const DAY = 24 * 60 * 60_000;
const ACCOUNT = 1;
const FORMATS: readonly ConfigurationFormat[] = ['links', 'xray', 'singbox'];

/** Runs the drill in an empty database with the product's tables, and returns each statement in order. */
export async function drillProduct(options: DrillOptions, db: Database): Promise<Statement[]> {
  const { squad, ...panel } = options;
  const silent = (): void => undefined;
  const logger = { debug: silent, info: silent, warn: silent, error: silent };
  const vpnNetwork = createRemnawaveNetwork({
    ...panel,
    headers: options.headers ?? {},
    squads: [squad],
    prefix: `drill${randomBytes(4).toString('hex')}`,
    clock: systemClock,
    logger,
  });
  const deps = { db, clock: systemClock, logger, vpnNetwork };
  const statements: Statement[] = [];
  const state = (text: string, seen: unknown, expected: unknown): void => {
    const [found, wanted] = [JSON.stringify(seen), JSON.stringify(expected)];
    statements.push({ text, holds: found === wanted, seen: found });
  };

  const keys = async (): Promise<VpnKey[]> => {
    const found: VpnKey[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await vpnNetwork.list(cursor);
      found.push(...page.keys);
      if (page.next === null) return found;
      cursor = page.next;
    }
  };
  const shown = async (): Promise<string[]> =>
    (await keys()).map(
      ({ name, status, hasOurSettings }) => `${name} ${status}${hasOurSettings ? '' : ' other settings'}`,
    );

  async function setAccess(until: Date): Promise<void> {
    const at = systemClock.now();
    const access = { accessUntil: until, statusChangesAt: until, updatedAt: at };
    await db.transaction(async (tx) => {
      await tx
        .insert(subscriptions)
        .values({
          ...{ accountId: ACCOUNT, status: 'GIFTED', recurring: false, lastGrant: 'gift', amountKopecks: 0 },
          ...{ firstPaymentActivated: false, totalPaidKopecks: 0, ...access },
        })
        .onConflictDoUpdate({ target: subscriptions.accountId, set: access });
      await followAccess(tx, ACCOUNT, until > at ? until : null, at);
    });
  }

  async function attach(deviceId: string): Promise<number> {
    const outcome = await attachDevice(db, systemClock, {
      ...{ accountId: ACCOUNT, deviceId, deviceName: 'Pixel 9', platform: 'android' },
    });
    if (outcome.kind !== 'attached') throw new Error(`attaching a device: ${outcome.kind}`);
    await applyKey(deps, outcome.device.id);
    return outcome.device.id;
  }

  async function detach(deviceId: string): Promise<void> {
    const row = await db.transaction(async (tx) => {
      const device = await detachAttachedDevice(tx, ACCOUNT, deviceId, systemClock.now());
      if (device !== null) await requestKey(tx, device.id);
      return device;
    });
    if (row !== null) await applyKey(deps, row.id);
  }

  async function servers(
    deviceRow: number,
    userAgent: string,
    format?: ConfigurationFormat,
  ): Promise<string> {
    const reader = { userAgent, ip: '192.0.2.1', ...(format === undefined ? {} : { format }) };
    const outcome = await readConfiguration(deps, deviceRow, reader);
    if (outcome.kind !== 'configuration') return outcome.kind;
    const found = examineBody(outcome.configuration.body);
    return `${found.format ?? 'no format'} ${found.servers}`;
  }

  const devices = ['phone', 'laptop', 'television'];
  try {
    await db.insert(accounts).values({
      ...{ id: ACCOUNT, uid: 'drill', email: 'drill@shop.example', providerId: 'email' },
      createdAt: systemClock.now(),
    });
    await setAccess(new Date(systemClock.now().getTime() + 10 * DAY));
    const rows: number[] = [];
    for (const device of devices) rows.push(await attach(device));
    const [phone = 0] = rows;
    state(
      'three devices that the product attaches have a credential each',
      await shown(),
      rows.map((row) => `${row} active`),
    );
    for (const [app, format] of Object.entries(DRILL_APPS)) {
      state(`${app} gets servers from the product`, await servers(phone, app), `${format} live`);
    }
    for (const format of FORMATS) {
      state(
        `the product returns the format ${format} on request`,
        await servers(phone, 'Drill/1.0', format),
        `${format} live`,
      );
    }
    await setAccess(new Date(systemClock.now().getTime() - 1000));
    for (const row of rows) await applyKey(deps, row);
    state(
      'an ending by the product disables all credentials of the customer',
      await shown(),
      rows.map((row) => `${row} disabled`),
    );
    await setAccess(new Date(systemClock.now().getTime() + 20 * DAY));
    for (const row of rows) await applyKey(deps, row);
    state(
      'a renewal by the product activates them again',
      await shown(),
      rows.map((row) => `${row} active`),
    );
    await detach('phone');
    await attach('phone');
    state(
      'a device that is attached again has a new credential, and its old one is removed',
      (await shown()).sort(),
      [...rows.slice(1).map((row) => `${row} active`), `${phone}-2 active`].sort(),
    );
    for (const device of devices) await detach(device);
    state('the product removes the credentials of detached devices', await shown(), []);
  } finally {
    for (const { name } of await keys()) await vpnNetwork.close(name);
  }
  return statements;
}
