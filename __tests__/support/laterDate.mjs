/**
 * Makes `Date` of a process later by `DATE_AHEAD_MS`, so that a production server, which reads the system clock, can be
 * started at a later time. Node loads the module before the program: `NODE_OPTIONS=--import=…`. Timers are not affected.
 */
const aheadMs = Number(process.env.DATE_AHEAD_MS);
const SystemDate = Date;

globalThis.Date = class extends SystemDate {
  constructor(...parameters) {
    if (parameters.length === 0) super(SystemDate.now() + aheadMs);
    else super(...parameters);
  }

  static now() {
    return SystemDate.now() + aheadMs;
  }
};
