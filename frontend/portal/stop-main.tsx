/** Entry of the page that stops a business's follow-up emails: /stop/{token}. */
import { openByLink } from './open-by-link';
import { StopPage } from './StopPage';

openByLink((token) => <StopPage token={token} />);
