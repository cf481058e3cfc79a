/**
 * Suggestions for mistyped email addresses. The typed address can always be sent, because unusual hosts
 * exist.
 */

/** Hosts that most mistyped addresses are close to. */
const USUAL = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'comcast.net'];
/** Valid hosts that are one typo away from those. */
const NEIGHBORS = ['mail.com', 'ymail.com', 'email.com'];

/** True if the texts differ by one inserted, missing or replaced letter, or by two swapped ones. */
function isSlip(typed: string, meant: string): boolean {
  const longest = Math.max(typed.length, meant.length);
  if (typed === meant || Math.abs(typed.length - meant.length) > 1) return false;
  let start = 0;
  while (start < longest && typed[start] === meant[start]) start += 1;
  const [rest, other] = [typed.slice(start), meant.slice(start)];
  return (
    rest.slice(1) === other.slice(1) ||
    rest.slice(1) === other ||
    rest === other.slice(1) ||
    (rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2))
  );
}

/** Return the likely address, such as "ada@gmail.com" for "ada@gmial.com"; null if none is more likely. */
export function likelyEmail(typed: string): string | null {
  const [name, host, ...more] = typed.trim().split('@');
  if (!name || !host || more.length > 0) return null;
  const lower = host.toLowerCase();
  if (USUAL.includes(lower) || NEIGHBORS.includes(lower)) return null;
  const meant = USUAL.find((usual) => isSlip(lower, usual));
  return meant ? `${name}@${meant}` : null;
}
