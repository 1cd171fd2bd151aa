/** Access of the benchmark to its VPN panel. */
export const PANEL_TOKEN = 'token-of-the-benchmark';
export const PANEL_SQUAD = '5a9d0b0e-0000-4000-8000-000000000001';
export const PANEL_PREFIX = 'bench';
