/** The address of a screen with a list and the details of one of its rows, and the ways to change it. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** What brought a person to a row. */
interface Arrival {
  /** From the list below it, to which closing goes back. */
  fromList?: boolean;
}

/** The part of an address that names the row whose details are open. */
interface Row {
  id: number | null;
}

/**
 * Nothing here scrolls the page.
 *
 * @param read reads the address; what it says wrongly counts as not said
 * @param write the address with some of it changed; other parameters stay
 */
export function useAddressOf<Address extends Row>(
  read: (params: URLSearchParams) => Address,
  write: (params: URLSearchParams, change: Partial<Address> | Row) => URLSearchParams,
) {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => read(params), [read, params]);
  const { fromList = false }: Arrival = location.state ?? {};

  // Two changes may come before the screen has drawn the first; the second then builds on it.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const go = useCallback(
    (change: Partial<Address> | Row, options: { replace?: boolean; state?: Arrival }) => {
      latest.current = write(latest.current, change);
      void navigate({ search: `?${latest.current}` }, { ...options, preventScrollReset: true });
    },
    [write, navigate],
  );
  const change = useCallback((next: Partial<Address> | Row) => go(next, { replace: true }), [go]);
  const close = useCallback(() => {
    if (fromList) void navigate(-1);
    else change({ id: null });
  }, [fromList, navigate, change]);
  return {
    address,
    change,
    /** Opens the details of a row so that the back button closes them. */
    open: useCallback((id: number) => go({ id }, { state: { fromList: true } }), [go]),
    close,
    hrefOf: useCallback((id: number) => `?${write(params, { id })}`, [write, params]),
  };
}

/** A list's state in the address, and the way to change one part of it; an empty value removes that part. */
export function useAddressParams(): [URLSearchParams, (name: string, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const change = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [params, change];
}
