/** Entry of the page where a person reads and signs a contract: /contract/{token}. */
import { ContractPage } from './ContractPage';
import { openByLink } from './open-by-link';

openByLink((token) => <ContractPage token={token} />);
