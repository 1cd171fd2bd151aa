/** Endpoint that returns the device details on the page /account/devices. */
import { deviceUseCalls } from '../../../shared/contract/deviceUse';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';

export const deviceUseApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDeviceUse: build.query({ ...buildEndpoint(deviceUseCalls.getDeviceUse), providesTags: ['Profile'] }),
  }),
});

export const { useGetDeviceUseQuery } = deviceUseApi;
