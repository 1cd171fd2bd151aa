/**
 * Interface to a VPN network. Each attachment of a device to an account has its own VPN credential, which this server
 * names (`credentialName`). Only that device uses the credential, and the credential works until a given time.
 */

/** VPN credential as the VPN network reports it. */
export interface VpnKey {
  /** Name that was passed to `open`. */
  name: string;
  /** Time at which the credential stops working. */
  until: Date;
  /** Whether an administrator blocked the credential in the VPN network itself. This server never blocks credentials. */
  blocked: boolean;
  /** Last connection with the credential, or null if the credential was never used. */
  lastSeenAt: Date | null;
  createdAt: Date;
}

/** Configuration formats that a caller can request. If omitted, the network chooses the format by the User-Agent. */
export type ConfigurationFormat = 'links' | 'xray' | 'singbox';

/** VPN app that requests a configuration. */
export interface ConfigurationReader {
  userAgent: string;
  ip: string;
  format?: ConfigurationFormat;
}

/** Configuration response of the VPN network. Must not be logged, because it contains VPN credentials. */
export interface Configuration {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

/** VPN network. Every method throws `VpnUnavailable`. `open` and `close` also throw `VpnRejected`. */
export interface VpnNetwork {
  /**
   * Creates the credential, or changes its expiry to `until`. A past `until` disables the credential within a minute.
   * Repeated calls are idempotent. `label` shows administrators of the VPN network which customer owns the credential.
   * Returns `ref`, the reference with which `configuration` reads the configuration.
   * @example const { ref } = await network.open({ name: '77-2', until: accessUntil, label: email });
   */
  open(key: { name: string; until: Date; label: string }): Promise<{ ref: string }>;
  /** Deletes the credential permanently. Does nothing if the name is unknown. */
  close(name: string): Promise<void>;
  /** Returns the configuration for a VPN app, or null if the network no longer has the credential. */
  configuration(ref: string, reader: ConfigurationReader): Promise<Configuration | null>;
  /** Lists the credentials of this installation page by page. The first call passes null; `next` is null on the last page. */
  list(cursor: string | null): Promise<{ keys: VpnKey[]; next: string | null }>;
}

/** The VPN network rejected the request. A retry will not succeed. The message contains no secrets. */
export class VpnRejected extends Error {
  override readonly name = 'VpnRejected';
}

/** The VPN network gave no usable response, so the effect is unknown. Retry the call. The message contains no secrets. */
export class VpnUnavailable extends Error {
  override readonly name = 'VpnUnavailable';
}
