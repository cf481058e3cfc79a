/** Entry of the page where a customer writes a review: /r/{token}. */
import { openByLink } from './open-by-link';
import { ReviewPage } from './ReviewPage';

openByLink((token) => <ReviewPage token={token} />);
