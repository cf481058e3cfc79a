import { sentenceOf } from '@/api/errors';
import { useLogout } from '@/api/user';
import { toast } from '@/ui/toast-store';

/** Signs out and says how it went. */
export function useSignOut() {
  const logout = useLogout();
  return {
    pending: logout.isPending,
    signOut: () =>
      logout.mutate(undefined, {
        onSuccess: () =>
          toast({
            title: 'Logged out successfully',
            description: 'You have been logged out of your account',
          }),
        onError: (error) =>
          toast({ title: 'Logout failed', description: sentenceOf(error), destructive: true }),
      }),
  };
}
