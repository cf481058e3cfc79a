import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { keyOf, read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type WorkLocation = components['schemas']['LocationOut'];
export type WorkLocationInput = components['schemas']['LocationInput'];
export type Country = components['schemas']['CountryOut'];

const location = read(['settings', 'bookings', 'quotes', 'payments'], '/api/location');

/** Time zone, currency, formats and units of the business, and the defaults of each country. */
export const useWorkLocation = () => useQuery({ ...location, enabled: useCan('changeSettings') });

/** Save the time zone, currency, formats and units together. */
export const useSaveWorkLocation = () =>
  useMutation({
    mutationFn: (input: WorkLocationInput) => unwrap(api.PUT('/api/location', { body: input })),
    onSuccess: (saved, _input, _result, { client }) => {
      client.setQueryData(location.queryKey, saved);
      // Default payment methods depend on the currency. An open form keeps its initial values.
      client.removeQueries({ queryKey: keyOf('/api/payment-policy') });
    },
    meta: { invalidates: ['/api/user', '/api/dashboard', '/api/booking-rules', '/api/currency', 'bookings'] },
  });
