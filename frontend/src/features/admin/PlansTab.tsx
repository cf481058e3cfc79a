import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type AdminPlan, useChangePlanStatus, useDeletePlan, usePlans } from '@/api/admin';
import { ConfirmChange } from '@/components/ConfirmChange';
import { tellFailed } from '@/components/tell-failed';
import { formatCents } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Switch } from '@/ui/SwitchField';
import { Table, TableHead, Td } from '@/ui/Table';
import { toast } from '@/ui/toast-store';
import { ListStates } from './ListStates';
import { PlanDialog } from './PlanDialog';
import { intervals } from './plan-form';

/** Subscription plans: create, edit, activate or deactivate, delete. */
export function PlansTab() {
  const plans = usePlans();
  const [editing, setEditing] = useState<{ plan: AdminPlan | null } | null>(null);
  const [target, setTarget] = useState<AdminPlan | null>(null);
  const create = (
    <Button onClick={() => setEditing({ plan: null })}>
      <Plus aria-hidden="true" />
      Create Plan
    </Button>
  );
  return (
    <div className="grid gap-5">
      <ListStates
        of={plans}
        names="subscription plans"
        empty={{
          title: 'No subscription plans found',
          description: 'Create a plan for businesses to subscribe to.',
          action: create,
        }}
        isEmpty={(all) => all.length === 0}
      >
        {(all) => (
          <>
            <div className="flex justify-end">{create}</div>
            <Card className="overflow-hidden">
              <Table label="Plans" className="stacks md:min-w-[48rem]">
                <TableHead columns={['Plan', 'Price', 'Interval', 'Trial', 'Active']} actions />
                <tbody>
                  {all.map((plan) => (
                    <PlanRow
                      key={plan.id}
                      plan={plan}
                      onEdit={() => setEditing({ plan })}
                      onDelete={() => setTarget(plan)}
                    />
                  ))}
                </tbody>
              </Table>
            </Card>
          </>
        )}
      </ListStates>
      {editing === null ? null : <PlanDialog plan={editing.plan} onClose={() => setEditing(null)} />}
      {target === null ? null : <DeleteDialog plan={target} onClose={() => setTarget(null)} />}
    </div>
  );
}

function PlanRow({ plan, onEdit, onDelete }: { plan: AdminPlan; onEdit: () => void; onDelete: () => void }) {
  const status = useChangePlanStatus();
  const active = status.isPending ? status.variables.isActive : plan.isActive;
  return (
    <tr className={active ? undefined : 'text-faint'}>
      <Td className="max-w-80">
        <p className="font-medium md:truncate">{plan.name}</p>
        <p className="text-faint text-xs md:truncate">{plan.features.items.join(' · ')}</p>
      </Td>
      <Td label="Price" className="tabular">
        {formatCents(plan.price)}
      </Td>
      <Td label="Interval">{intervals[plan.interval]}</Td>
      <Td label="Trial" className="tabular">
        {plan.trialDays === 0 ? 'None' : `${plan.trialDays} days`}
      </Td>
      <Td label="Active">
        <span className="flex items-center gap-2.5">
          <Switch
            aria-label={`${plan.name} is active`}
            checked={active}
            disabled={status.isPending}
            onCheckedChange={(isActive) =>
              status.mutate(
                { id: plan.id, isActive },
                {
                  onSuccess: () =>
                    toast({
                      title: 'Success',
                      description: `${plan.name} ${isActive ? 'activated' : 'deactivated'}`,
                    }),
                  onError: tellFailed('Error'),
                },
              )
            }
          />
          <span className="w-14">{active ? 'Active' : 'Inactive'}</span>
        </span>
      </Td>
      <Td className="max-md:justify-self-end md:whitespace-nowrap md:text-right">
        <Button kind="quiet" size="icon" aria-label={`Edit ${plan.name}`} title="Edit" onClick={onEdit}>
          <Pencil aria-hidden="true" />
        </Button>
        <Button kind="quiet" size="icon" aria-label={`Delete ${plan.name}`} title="Delete" onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </Button>
      </Td>
    </tr>
  );
}

function DeleteDialog({ plan, onClose }: { plan: AdminPlan; onClose: () => void }) {
  return (
    <ConfirmChange
      change={useDeletePlan()}
      input={plan.id}
      title="Are you sure?"
      description={`This action cannot be undone. ${plan.name} will be deleted. A plan that has had subscribers can only be deactivated.`}
      confirmLabel="Delete Plan"
      pendingLabel="Deleting..."
      failed="Error"
      onDone={() => toast({ title: 'Success', description: `Plan deleted: ${plan.name}` })}
      onClose={onClose}
    />
  );
}
