import { useSearchParams } from 'react-router';

/** What an address says of a list, and the way to change one part of it; an empty value takes the part away. */
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
