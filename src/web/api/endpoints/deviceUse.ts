/** Endpoint that returns the device details on the page /account/devices. */
import { deviceUseCalls } from '../../../shared/contract/deviceUse';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const deviceUseApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDeviceUse: build.query({ ...endpointOf(deviceUseCalls.getDeviceUse), providesTags: ['Profile'] }),
  }),
});

export const { useGetDeviceUseQuery } = deviceUseApi;
