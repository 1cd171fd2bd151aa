/** Addresses from which the traffic of the VPN reaches websites. */
export interface VpnExits {
  /** Resolves to whether an IP address belongs to an exit of the VPN. */
  include(address: string): Promise<boolean>;
}
