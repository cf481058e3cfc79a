import { type AdminPlan, useSavePlan } from '@/api/admin';
import { useRecordForm } from '@/components/useServerForm';
import { FormDialog } from '@/ui/FormDialog';
import {
  CountField,
  LongTextField,
  PriceField,
  SelectField,
  TextField,
  useCheckedForm,
} from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { Options } from '@/ui/Input';
import { fieldsOfPlan, intervals, type PlanForm, planOf, planSchema } from './plan-form';

/** Dialog that creates or edits a plan. Mounted only while open. */
export function PlanDialog({ plan, onClose }: { plan: AdminPlan | null; onClose: () => void }) {
  const save = useSavePlan();
  const form = useCheckedForm(planSchema, fieldsOfPlan(plan));
  const record = useRecordForm({
    form,
    save,
    sent: (input: PlanForm) => ({ id: plan?.id ?? null, input: planOf(input) }),
    failed: 'Error',
    done: ({ name }: AdminPlan) => ({
      title: 'Success',
      description: `Plan ${plan === null ? 'created' : 'updated'}: ${name}`,
    }),
    onClose,
  });
  return (
    <FormDialog
      title={plan === null ? 'Create Plan' : 'Edit Plan'}
      description={
        plan === null ? 'Businesses can subscribe to this plan.' : 'Current subscribers keep their price.'
      }
      {...record}
      submitLabel={plan === null ? 'Create Plan' : 'Save Changes'}
    >
      <div className="grid gap-5">
        <TextField form={form} name="name" label="Name" required autoComplete="off" />
        <LongTextField form={form} name="description" label="Description (Optional)" />
        <div className="grid gap-5 sm:grid-cols-3">
          <PriceField form={form} name="price" label="Price ($)" required />
          <SelectField form={form} name="interval" label="Interval">
            <Options of={intervals} />
          </SelectField>
          <CountField form={form} name="trialDays" label="Trial Days" />
        </div>
        <LongTextField
          form={form}
          name="features"
          label="Features (Optional)"
          hint={'Separate them with commas, or enter JSON: {"items": ["One", "Two"]}'}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            form={form}
            name="feePercent"
            label="Platform Fee (%)"
            hint="Percentage of each card payment to a business on this plan. Leave empty to use the fee in Settings."
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            form={form}
            name="feeFixed"
            label="Platform Fee ($)"
            hint="Added to each payment."
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <TextField
          form={form}
          name="storageMegabytes"
          label="Photo Storage (MB)"
          hint="Photo storage for each business on this plan. Leave empty for 200 MB."
          inputMode="numeric"
          autoComplete="off"
        />
        <FormSwitch
          form={form}
          name="isActive"
          label="Active"
          hint="Only active plans accept new subscribers. Current subscribers keep an inactive plan."
        />
      </div>
    </FormDialog>
  );
}
