/** `npm run docs:configuration` writes `docs/configuration.md` and `.env.example`. */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/sourceTree';
import {
  CONFIGURATION_FILE,
  configurationDocument,
  EXAMPLE_FILE,
  exampleEnvironment,
} from './configurationDocument';

fs.writeFileSync(path.join(ROOT, CONFIGURATION_FILE), configurationDocument());
fs.writeFileSync(path.join(ROOT, EXAMPLE_FILE), exampleEnvironment());
