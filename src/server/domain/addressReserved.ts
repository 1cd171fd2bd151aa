/** Error for an email address that a recent change of address reserves for another account. */

/** The address is reserved, so no account can be opened with it. The change can be taken back from the address. */
export class AddressReserved extends Error {
  override readonly name = 'AddressReserved';

  constructor(
    /** The change that reserves the address. */
    readonly change: { id: number; accountId: number; oldEmail: string },
  ) {
    super('the address is reserved by a change of address');
  }
}
