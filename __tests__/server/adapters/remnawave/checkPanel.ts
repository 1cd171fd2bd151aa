/**
 * `npm run check:panel` runs the drills against a real VPN panel, before an upgrade of it. It reads the variables
 * `REMNAWAVE_*` of the product, uses the first squad, and prints each statement as «holds» or «differs».
 */
import { EnvironmentReader } from '../../../../src/server/configuration/environment';
import { readVpn } from '../../../../src/server/configuration/vpn';
import { openEmbeddedDatabase } from '../../../../src/server/store/openDatabase';
import { drillPanel } from './panelDrill';
import { drillProduct } from './productDrill';

const environment = new EnvironmentReader(process.env);
const vpn = readVpn(environment);
environment.rejectProblems();
const [squad] = vpn?.panel.squads ?? [];
if (vpn === undefined || squad === undefined) {
  process.stdout.write('Set REMNAWAVE_URL, REMNAWAVE_TOKEN and REMNAWAVE_SQUADS.\n');
  process.exit(2);
}
const { url, token, headers } = vpn.panel;
const panel = { url, token, headers, squad };
const { db, close } = await openEmbeddedDatabase();
const statements = [...(await drillPanel(panel)), ...(await drillProduct(panel, db))];
await close();
for (const { text, holds, seen } of statements) {
  process.stdout.write(`${holds ? 'holds  ' : 'differs'}  ${text}${holds ? '' : ` (seen: ${seen})`}\n`);
}
process.exitCode = statements.every(({ holds }) => holds) ? 0 : 1;
