import { HttpResponse, http, type JsonBodyType } from 'msw';
import type { Answer, ReadPath } from '@/api/read';
import owner from './recorded/owner.json';
import staff from './recorded/staff.json';
import { server } from './server';

/** Who asked, of the one recorded business: it rents in euros, writes D/M/Y and 24 hours, and has own add-ons and a color. */
export type Who = 'owner' | 'staff';

const answers: Readonly<Record<Who, Readonly<Record<string, JsonBodyType>>>> = { owner, staff };

/** The day on which the responses were recorded; pages show it as today. */
export const RECORDED_ON = new Date('2027-06-01T08:00:00Z');

/** What a path of the API was recorded to answer; `path` is how the description names it. */
export function recorded<P extends ReadPath>(who: Who, _path: P, asked: string): Answer<P, 'get'> {
  const found = answers[who][asked];
  if (found === undefined) throw new Error(`${asked} was not recorded for ${who}.`);
  // Recorded from the API whose description the type comes from; a test of the backend compares them.
  return found as Answer<P, 'get'>;
}

/** Sign in a member of the recorded business, and respond with what was recorded for that member. */
export function serveRecorded(who: Who): void {
  const known = answers[who];
  const plain = new Map(Object.entries(known).map(([path, body]) => [path.split('?')[0] ?? path, body]));
  server.use(
    http.get('http://localhost:3000/api/*', ({ request }) => {
      const { pathname, search } = new URL(request.url);
      // Another period or filter than the recorded one shows the same rows.
      const body = known[pathname + search] ?? plain.get(pathname);
      return body === undefined ? undefined : HttpResponse.json(body);
    }),
  );
}
