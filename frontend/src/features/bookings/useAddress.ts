import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type BookingsAddress, readAddress, writeAddress } from './url-state';

/** The address of the bookings screen and the ways to change it. Nothing here scrolls the page. */
export function useAddress() {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(params), [params]);
  const cameFromList = (location.state as { fromList?: unknown } | null)?.fromList === true;

  // Two changes may come before the screen has drawn the first; the second then builds on it.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const go = useCallback(
    (change: Partial<BookingsAddress>, options: { replace?: boolean; state?: unknown }) => {
      latest.current = writeAddress(latest.current, change);
      navigate({ search: `?${latest.current}` }, { ...options, preventScrollReset: true });
    },
    [navigate],
  );

  const change = useCallback((next: Partial<BookingsAddress>) => go(next, { replace: true }), [go]);
  /** Opens a booking's details so that the back button closes them. */
  const openBooking = useCallback((id: number) => go({ id }, { state: { fromList: true } }), [go]);
  const closeBooking = useCallback(() => {
    if (cameFromList) navigate(-1);
    else change({ id: null });
  }, [cameFromList, navigate, change]);
  const hrefOf = useCallback((id: number) => `?${writeAddress(params, { id })}`, [params]);
  return { address, change, openBooking, closeBooking, hrefOf };
}
