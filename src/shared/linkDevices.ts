/** Device ids of the devices that are known only by their link. */

/** Begins the id of a device whose application sent none; no application may send such an id itself. */
export const LINK_DEVICE_PREFIX = 'link-';
