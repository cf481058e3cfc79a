/** Entry point of the split-payment page, /s/{token}. */

import { takeReturned } from '@/paying/returned';
import { openByLink } from './open-by-link';
import { SharePage } from './SharePage';

openByLink((token) => <SharePage token={token} returned={takeReturned()} />);
