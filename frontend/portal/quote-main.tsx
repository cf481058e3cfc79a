/** Entry of a quote's page for its customer: /q/{token}. */
import { openByLink } from './open-by-link';
import { QuotePage } from './QuotePage';

openByLink((token) => <QuotePage token={token} />);
