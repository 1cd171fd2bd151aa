/** Runs the contract tests of card provider adapters for YooKassa. */
import { testCardProvider } from '../cardProviderContract';
import { startYooKassa } from './yooKassaHarness';

testCardProvider('YooKassa', startYooKassa);
