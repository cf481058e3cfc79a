/** Entry of the page that opens the form filled in, from the email about a price: /f/{token}. */
import { openByLink } from './open-by-link';
import { UnfinishedPage } from './UnfinishedPage';

openByLink((token) => <UnfinishedPage token={token} />);
