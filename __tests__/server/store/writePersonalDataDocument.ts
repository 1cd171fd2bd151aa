/** `npm run docs:personal-data` writes `docs/personal-data.md`. */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/sourceTree';
import { PERSONAL_DATA_FILE, personalDataDocument } from './personalDataDocument';

fs.writeFileSync(path.join(ROOT, PERSONAL_DATA_FILE), personalDataDocument());
