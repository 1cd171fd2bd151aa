/**
 * Interface to a VPN network. Each attachment of a device to an account has its own VPN credential, which this server
 * names (`credentialName`). Only that device uses the credential, and the credential works until a given time.
 */

/**
 * Status of a credential that the VPN network stores. Only an `active` credential works. `expired` and `limited` are set
 * by the VPN network itself, `disabled` by this server or by an administrator. The status does not follow from the
 * expiry: a credential may be `expired` with an expiry in the future, and `active` after its expiry. `unknown` is a
 * status that this server does not know.
 */
export type VpnKeyStatus = 'active' | 'expired' | 'limited' | 'disabled' | 'unknown';

/** VPN credential as the VPN network reports it. */
export interface VpnKey {
  /** Name of the credential, which was passed to `open`. */
  name: string;
  /** Stored expiry of the credential. */
  until: Date;
  status: VpnKeyStatus;
  /** Whether the credential has the VPN servers and the limits that this installation gives to every credential. */
  hasOurSettings: boolean;
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
  /** Response headers, without those that contain the address of the VPN network. */
  headers: Headers;
}

/** Credential that must work until a time. */
export interface OpenRequest {
  name: string;
  until: Date;
  /** Text that shows administrators of the VPN network which customer owns the credential. */
  label: string;
  /** Whether this server has disabled the credential, or may have disabled it. */
  isDisabledByUs: boolean;
}

/** Credential that must stop working now. */
export interface EndRequest {
  name: string;
  /** Whether this server has disabled the credential, or may have disabled it. */
  isDisabledByUs: boolean;
  /**
   * Awaited before the first request that may disable the credential, so that the caller records it. Without the record,
   * a request whose response is lost would look like a decision of an administrator.
   */
  beforeDisabling: () => Promise<void>;
}

/** One page of credentials of this installation. */
export interface KeyPage {
  keys: VpnKey[];
  /** Cursor of the next page, or null on the last page. */
  next: string | null;
  /** Difference of the VPN network's clock to this server's clock in ms, positive if it is ahead. Null if unknown. */
  clockAheadMs: number | null;
}

/**
 * VPN network. Every method throws `VpnUnavailable` if the VPN network gives no usable response. `open` and `close`
 * also throw `VpnRejected`.
 */
export interface VpnNetwork {
  /**
   * Creates a VPN credential, or corrects whatever differs from the request: expiry, status, VPN servers and limits. The
   * operation is idempotent, and succeeds only if the VPN network reports the requested state. A credential that an
   * administrator disabled stays disabled (`isBlocked`). The result `ref` is the reference with which `configuration`
   * reads the configuration. `wasDisabled` is true if this server had disabled the credential and it works again.
   */
  open(request: OpenRequest): Promise<{ ref: string; isBlocked: boolean; wasDisabled: boolean }>;
  /**
   * Ends the access of a VPN credential at once, by its status and not by a date. Does nothing if the credential does not
   * exist or does not work. The operation is idempotent. `isBlocked` is true if an administrator had disabled it.
   */
  end(request: EndRequest): Promise<{ isBlocked: boolean }>;
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
  /** Lists the VPN credentials of this installation page by page. The cursor of the first page is null. */
  list(cursor: string | null): Promise<KeyPage>;
}

/**
 * Thrown if the VPN network rejected the request. A retry succeeds only after the cause is removed. The error message
 * contains no secrets.
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
