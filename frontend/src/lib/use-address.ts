/** URL state of a list page with a detail view of one row. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** History state of an opened row. */
interface Arrival {
  /** Opened from the list below, to which closing returns. */
  fromList?: boolean;
}

/** URL state that identifies the open row. */
interface Row {
  id: number | null;
}

/**
 * Navigation here never scrolls the page.
 *
 * @param read parses the URL; invalid values count as missing @param write builds a URL with some values
 * changed; other parameters are kept
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

  // Two changes can precede the next render; the second builds on the first.
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
    /** Opens a row's details so that the back button closes them. */
    open: useCallback((id: number) => go({ id }, { state: { fromList: true } }), [go]),
    close,
    hrefOf: useCallback((id: number) => `?${write(params, { id })}`, [write, params]),
  };
}

/** List state in the URL and a setter for one parameter; an empty value removes it. */
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
