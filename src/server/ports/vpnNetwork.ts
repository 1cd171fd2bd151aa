/**
 * Interface to a VPN network. Each attachment of a device to an account has its own VPN credential, which this server
 * names (`credentialName`). Only that device uses the credential, and the credential works until a given time.
 */

/** VPN credential as the VPN network reports it. */
export interface VpnKey {
  /** Name of the credential, which was passed to `open`. */
  name: string;
  /** Time at which the credential stops working. */
  until: Date;
  /** Whether an administrator blocked the credential in the VPN network itself. This server never blocks credentials. */
  blocked: boolean;
  /** Last connection with the credential, or null if the credential was never used. */
  lastSeenAt: Date | null;
  createdAt: Date;
}

/**
 * Configuration formats that a caller can request. If no format is requested, the VPN network chooses the format by the
 * User-Agent.
 */
export type ConfigurationFormat = 'links' | 'xray' | 'singbox';

/** VPN app that requests a configuration. */
export interface ConfigurationReader {
  userAgent: string;
  ip: string;
  format?: ConfigurationFormat;
}

/**
 * Configuration response of the VPN network. The configuration must not be logged, because it contains VPN credentials.
 */
export interface Configuration {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

/**
 * VPN network. Every method throws `VpnUnavailable` if the VPN network gives no usable response. `open` and `close`
 * also throw `VpnRejected`.
 */
export interface VpnNetwork {
  /**
   * Creates a VPN credential, or changes the expiry of an existing credential to `until`. If `until` is in the past,
   * the credential is disabled within a minute. The operation is idempotent. `label` shows administrators of the VPN
   * network which customer owns the credential. The result `ref` is the reference with which `configuration` reads the
   * configuration.
   * @example const { ref } = await network.open({ name: '77-2', until: accessUntil, label: 'account 31' });
   */
  open(key: { name: string; until: Date; label: string }): Promise<{ ref: string }>;
  /** Deletes a VPN credential permanently. Does nothing if no credential has this name. */
  close(name: string): Promise<void>;
  /**
   * Returns the reference of a VPN credential as the network has it now, or null if the network has no credential of
   * this name.
   */
  reference(name: string): Promise<string | null>;
  /**
   * Returns the configuration for a VPN app, or null if the network does not find the reference. Throws
   * `VpnServersMissing` if the configuration contains no VPN server.
   */
  configuration(ref: string, reader: ConfigurationReader): Promise<Configuration | null>;
  /**
   * Lists the VPN credentials of this installation page by page. The cursor of the first page is null; `next` is null
   * on the last page.
   */
  list(cursor: string | null): Promise<{ keys: VpnKey[]; next: string | null }>;
}

/**
 * Thrown if the VPN network rejected the request, so that a retry will not succeed. The error message contains no
 * secrets.
 */
export class VpnRejected extends Error {
  override readonly name = 'VpnRejected';
}

/**
 * Thrown if the VPN network gave no usable response, so that the effect of the request is unknown. The caller must
 * retry the request. The error message contains no secrets.
 */
export class VpnUnavailable extends Error {
  override readonly name: string = 'VpnUnavailable';
}

/**
 * Thrown if the VPN network returned a configuration without any VPN server. A VPN app must not get such a
 * configuration, because the app would delete its working servers.
 */
export class VpnServersMissing extends VpnUnavailable {
  override readonly name = 'VpnServersMissing';
}
