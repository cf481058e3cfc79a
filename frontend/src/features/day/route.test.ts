import { expect, it } from 'vitest';
import { routeHrefs } from './route';

it('links the route through all stops in order, in parts of ten', () => {
  const maps = 'https://www.google.com/maps/dir/?api=1';
  expect(routeHrefs([])).toEqual([]);
  expect(routeHrefs([' 1 Main St ', '1 Main St', '', 'Hof & Garten 2'])).toEqual([
    `${maps}&destination=Hof%20%26%20Garten%202&waypoints=1%20Main%20St`,
  ]);
  const many = Array.from({ length: 12 }, (_, index) => `Stop ${index + 1}`);
  expect(routeHrefs(many)).toEqual([
    `${maps}&destination=Stop%2010&waypoints=${many.slice(0, 9).map(encodeURIComponent).join('%7C')}`,
    `${maps}&destination=Stop%2012&waypoints=Stop%2011`,
  ]);
});
