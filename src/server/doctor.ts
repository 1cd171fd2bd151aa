/**
 * Entry point of `npm run doctor`: checks the production configuration of this environment against the live services.
 */
import { announce } from './composition/announce';
import { runDoctor } from './composition/doctor';
import { loadEnvironmentFile } from './composition/environmentFile';

loadEnvironmentFile();
process.exitCode = await runDoctor({ variables: process.env, say: announce });
