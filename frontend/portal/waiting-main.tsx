/** Entry of the page of a place on the waiting list: /w/{token}. */
import { openByLink } from './open-by-link';
import { WaitingPage } from './WaitingPage';

openByLink((token) => <WaitingPage token={token} />);
