/** Entry of the page of a share of a booking's price: /s/{token}. */

import { takeReturned } from './calls';
import { openByLink } from './open-by-link';
import { SharePage } from './SharePage';

openByLink((token) => <SharePage token={token} returned={takeReturned()} />);
