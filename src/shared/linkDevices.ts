/** Prefix of the ids of devices that connected through a device link. */

/**
 * Prefix of a device id that the server generates because the VPN app sent no device id. An app must not send a device
 * id with this prefix.
 */
export const LINK_DEVICE_PREFIX = 'link-';
