/** Entry of the page where anyone verifies a signed contract: /verify. */
import { openByLink } from './open-by-link';
import { VerifyPage } from './VerifyPage';

openByLink(() => <VerifyPage />);
