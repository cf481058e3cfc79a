import { useLogout } from '@/api/user';
import { tellFailed } from '@/components/tell-failed';
import { toast } from '@/ui/toast-store';

/** Signs out and shows the result in a toast. */
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
        onError: tellFailed('Logout failed'),
      }),
  };
}
