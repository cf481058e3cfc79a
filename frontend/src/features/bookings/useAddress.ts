import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type BookingsAddress, readAddress, writeAddress } from './url-state';

/** The address of the bookings screen and the ways to change it. Nothing here scrolls the page. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(params), [params]);
  const cameFromList = (location.state as { fromList?: unknown } | null)?.fromList === true;

  const change = useCallback(
    (next: Partial<BookingsAddress>) =>
      setParams((before) => writeAddress(before, next), { replace: true, preventScrollReset: true }),
    [setParams],
  );
  /** Opens a booking's details so that the back button closes them. */
  const openBooking = useCallback(
    (id: number) =>
      setParams((before) => writeAddress(before, { id }), {
        state: { fromList: true },
        preventScrollReset: true,
      }),
    [setParams],
  );
  const closeBooking = useCallback(() => {
    if (cameFromList) navigate(-1);
    else change({ id: null });
  }, [cameFromList, navigate, change]);
  const hrefOf = useCallback((id: number) => `?${writeAddress(params, { id })}`, [params]);
  return { address, change, openBooking, closeBooking, hrefOf };
}

export type OpenBooking = Pick<ReturnType<typeof useAddress>, 'hrefOf'>;
