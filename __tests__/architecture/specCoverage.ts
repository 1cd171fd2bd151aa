/**
 * Every statement of the specification's sections 2 and 4 to 9 with the tests that show it:
 * `customerCoverage.ts` has what customers meet (a file per section), `staffCoverage.ts` what only staff meet.
 * `specCoverage.test.ts` checks that those tests exist.
 *
 * Left out: what the specification itself says is not shown (among it the auth-sync endpoint), and
 * the reference rows of the embedded logging component and of the identity library, but for the
 * popup constants, which a customer does meet.
 */
import { CUSTOMER_COVERAGE } from './customerCoverage';
import type { SpecStatement } from './specStatements';
import { STAFF_COVERAGE } from './staffCoverage';

export const SPEC_COVERAGE: readonly SpecStatement[] = [...CUSTOMER_COVERAGE, ...STAFF_COVERAGE];
