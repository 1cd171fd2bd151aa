/**
 * The interface to a VPN network. Each attachment of a device has one VPN credential (a key), known by a
 * name of ours (`credentialName`). It is a secret of that device alone, works until a given time, and its
 * configuration is read at one place.
 */

/** A key of ours as the network holds it. */
export interface VpnKey {
  /** As it was given to `open`. */
  name: string;
  until: Date;
  /** Somebody blocked it in the network itself; we never do. */
  blocked: boolean;
  lastSeenAt: Date | null;
  createdAt: Date;
}

/** The dialects in which a configuration can be asked for; absent: whatever fits the application's name. */
export type ConfigurationFormat = 'links' | 'xray' | 'singbox';

/** Who reads a configuration. */
export interface ConfigurationReader {
  userAgent: string;
  ip: string;
  format?: ConfigurationFormat;
}

/** Answers of a network are never logged: they hold keys. */
export interface Configuration {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

/** Every method throws VpnUnavailable; `open` and `close` throw VpnRefused as well. */
export interface VpnNetwork {
  /**
   * Has the key work until `until`; one that has passed ends it within a minute. Repeatable. `label`
   * says whose it is, for people who look at the network. Returns where its configuration is read.
   */
  open(key: { name: string; until: Date; label: string }): Promise<{ ref: string }>;
  /** Stops the key for good; an unknown name is fine. */
  close(name: string): Promise<void>;
  /** What an application gets; null: the network has lost the key. */
  configuration(ref: string, reader: ConfigurationReader): Promise<Configuration | null>;
  /** Every key of ours, by pages; null begins, and ends. */
  list(cursor: string | null): Promise<{ keys: VpnKey[]; next: string | null }>;
}

/** It will not succeed by trying again. Its message holds no secret. */
export class VpnRejected extends Error {
  override readonly name = 'VpnRejected';
}

/** Nobody knows whether it took effect: try again. Its message holds no secret. */
export class VpnUnavailable extends Error {
  override readonly name = 'VpnUnavailable';
}
