import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { useSurface } from '@/sign/surface';
import { ThemeMenu } from '@/ui/ThemeMenu';
import { Wordmark } from '@/ui/Wordmark';

/** Header of pages that work signed out. */
export function AuthHeader() {
  const surface = useSurface('auto');
  return (
    <header className="flex items-center justify-between px-5 py-5 sm:px-8">
      <Link to={paths.home} className="rounded-sm">
        <Wordmark ground={surface === 'night' ? 'night' : 'paper'} />
      </Link>
      <ThemeMenu />
    </header>
  );
}
