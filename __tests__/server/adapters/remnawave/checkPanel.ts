/**
 * `npm run check:panel` runs the drill against a real VPN panel, before an upgrade of it. It reads `REMNAWAVE_URL`,
 * `REMNAWAVE_TOKEN` and the first squad of `REMNAWAVE_SQUADS`, and prints each statement as «holds» or «differs».
 */
import { drillPanel } from './panelDrill';

const { REMNAWAVE_URL: url, REMNAWAVE_TOKEN: token, REMNAWAVE_SQUADS: squads = '' } = process.env;
const [squad] = squads.split(',').map((each) => each.trim());
if (url === undefined || token === undefined || squad === undefined || squad === '') {
  process.stdout.write('Set REMNAWAVE_URL, REMNAWAVE_TOKEN and REMNAWAVE_SQUADS.\n');
  process.exit(2);
}
const statements = await drillPanel({ url, token, squad });
for (const { text, holds, seen } of statements) {
  process.stdout.write(`${holds ? 'holds  ' : 'differs'}  ${text}${holds ? '' : ` (seen: ${seen})`}\n`);
}
process.exitCode = statements.every(({ holds }) => holds) ? 0 : 1;
