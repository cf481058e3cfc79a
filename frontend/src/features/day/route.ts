/** The number of stops that a link for directions can hold. */
const ROUTE_STOPS = 10;

/** Links with directions from here to all addresses in order; several if there are too many for one. */
export function routeHrefs(addresses: readonly string[]): string[] {
  const stops = addresses
    .map((address) => address.replace(/\s+/g, ' ').trim())
    .filter((address, index, all) => address !== '' && address !== all[index - 1]);
  const links: string[] = [];
  for (let first = 0; first < stops.length; first += ROUTE_STOPS) {
    const part = stops.slice(first, first + ROUTE_STOPS).map(encodeURIComponent);
    const between = part.length > 1 ? `&waypoints=${part.slice(0, -1).join('%7C')}` : '';
    links.push(`https://www.google.com/maps/dir/?api=1&destination=${part.at(-1)}${between}`);
  }
  return links;
}
