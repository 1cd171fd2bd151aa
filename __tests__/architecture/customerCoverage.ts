/** What customers meet of the specification's sections 2 and 4 to 9, with the tests that show it. */
import { CUSTOMER_CALLS } from './customerCoverage/calls';
import { CUSTOMER_CONSTANTS } from './customerCoverage/constants';
import { CUSTOMER_ERRORS } from './customerCoverage/errors';
import { CUSTOMER_FLOWS } from './customerCoverage/flows';
import { CUSTOMER_PERMISSIONS } from './customerCoverage/permissions';
import { CUSTOMER_SCREENS } from './customerCoverage/screens';
import { CUSTOMER_VALIDATION } from './customerCoverage/validation';
import { coverageOf, type SpecStatement } from './specStatements';

export const CUSTOMER_COVERAGE: readonly SpecStatement[] = coverageOf({
  2: CUSTOMER_SCREENS,
  4: CUSTOMER_FLOWS,
  5: CUSTOMER_VALIDATION,
  6: CUSTOMER_PERMISSIONS,
  7: CUSTOMER_CALLS,
  8: CUSTOMER_ERRORS,
  9: CUSTOMER_CONSTANTS,
});
