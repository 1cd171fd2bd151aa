/** Handlers of connecting a device by an application of others. */
import type { Contract } from '../../../shared/contract/contract';
import { showConnectLink } from '../../usecases/connect/connectLink';
import { readConnectLinkState } from '../../usecases/connect/connectLinkState';
import type { Handler } from './handler';

const connectLink: Handler<Contract['getConnectLink']> = async ({ deps, caller }, { body }) => ({
  success: true,
  ...(await showConnectLink(deps, caller.accountId, body.system)),
});

const connectLinkState: Handler<Contract['getConnectLinkState']> = ({ deps, ip }, { body }) =>
  readConnectLinkState(deps, { token: body.token, ip });

export const connectHandlers = { getConnectLink: connectLink, getConnectLinkState: connectLinkState };
