/** Runs the contract tests of card provider adapters for CloudPayments. */
import { testCardProvider } from '../cardProviderContract';
import { startCloudPayments } from './cloudPaymentsHarness';

testCardProvider('CloudPayments', startCloudPayments);
