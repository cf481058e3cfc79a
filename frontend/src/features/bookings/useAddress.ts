import { useAddressOf } from '@/lib/use-address';
import { readAddress, writeAddress } from './url-state';

/** The address of the bookings screen and the ways to change it. */
export const useAddress = () => useAddressOf(readAddress, writeAddress);
