/** Addresses that were probably mistyped. Nothing is refused for it: there are stranger hosts than these. */

/** Hosts of which most mistyped addresses are a slip away. */
const USUAL = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'comcast.net'];
/** Hosts that are a slip away from one of those, and right. */
const NEIGHBORS = ['mail.com', 'ymail.com', 'email.com'];

/** Whether one letter more, less or other, or two that changed places, make one text the other. */
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

/** The address that was probably meant, such as "ada@gmail.com" for "ada@gmial.com"; null where none is likelier. */
export function likelyEmail(typed: string): string | null {
  const [name, host, ...more] = typed.trim().split('@');
  if (!name || !host || more.length > 0) return null;
  const lower = host.toLowerCase();
  if (USUAL.includes(lower) || NEIGHBORS.includes(lower)) return null;
  const meant = USUAL.find((usual) => isSlip(lower, usual));
  return meant ? `${name}@${meant}` : null;
}
