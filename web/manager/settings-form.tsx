import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ManagerSettings } from '../../domain/manager.ts'
import { ApiProblem } from '../api.ts'
import { notifications } from '../texts/notifications.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { errorsOf, errorsOfProblem, useFormErrors } from '../ui/form-errors.ts'
import { Switch } from '../ui/switch.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TextArea } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys, wordsOf } from './manager-api.ts'
import { ManualCheck } from './manual-check.tsx'
import { MessagePreview } from './message-preview.tsx'
import { VariableChips } from './variable-chips.tsx'

interface SettingsFormProps {
  saved: ManagerSettings
  company: string
  logoUrl: string | null
}

/** The template form, with what the guest will see beside it. */
export function SettingsForm({ saved, company, logoUrl }: SettingsFormProps) {
  const client = useQueryClient()
  const { settings: words, toasts } = notifications
  const [fields, setFields] = useState<ManagerSettings>(() => pickFields(saved))
  const { errors, form, refuse, forgive } = useFormErrors()
  const isChanged = JSON.stringify(fields) !== JSON.stringify(pickFields(saved))

  const saving = useMutation({
    mutationFn: (body: ManagerSettings) => callAsManager('saveSettings', { body }),
    onSuccess: (reply) => {
      client.setQueryData(keys.settings, reply)
      setFields(pickFields(reply))
      toast('success', toasts.settingsSaved)
    },
    onError: (fault) => {
      const isNamed = fault instanceof ApiProblem && fault.errors.length > 0 && refuse(errorsOfProblem(fault))
      if (!isNamed) toast('error', wordsOf(fault))
    },
  })

  const change = (changed: Partial<ManagerSettings>) => {
    setFields((now) => ({ ...now, ...changed }))
    for (const name of Object.keys(changed)) forgive(name)
  }

  const send = () => {
    const verdict = ManagerSettings.safeParse(fields)
    if (verdict.success) saving.mutate(verdict.data)
    else refuse(errorsOf(verdict))
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) send()
      }}
    >
      <section aria-labelledby="manager-mail" className="border-b border-rule pb-8">
        <h2 id="manager-mail" className="font-display text-xl font-title">
          {words.managerTitle}
        </h2>
        <div className="mt-4 flex items-start gap-4">
          <Switch
            label={words.managerSwitch}
            checked={fields.notifyOnNewWaitlist}
            onChange={(notifyOnNewWaitlist) => change({ notifyOnNewWaitlist })}
          />
          <div>
            <p aria-hidden>{words.managerSwitch}</p>
            <p className="text-sm text-ink-soft">{words.managerHint}</p>
          </div>
        </div>
      </section>
      <section aria-labelledby="template" className="grid gap-6">
        <h2 id="template" className="font-display text-xl font-title">
          {words.templateTitle}
        </h2>
        <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
          <div className="grid gap-6">
            <TextField
              label={words.subject}
              error={errors['emailSubject']}
              required
              name="emailSubject"
              value={fields.emailSubject}
              onChange={(emailSubject) => change({ emailSubject })}
            />
            <Field label={words.template} error={errors['emailTemplate']} required>
              {(control) => (
                <TextArea
                  {...control}
                  name="emailTemplate"
                  rows={7}
                  value={fields.emailTemplate}
                  onChange={(event) => change({ emailTemplate: event.target.value })}
                />
              )}
            </Field>
            <VariableChips />
            <Field label={words.signature} error={errors['emailSignature']}>
              {(control) => (
                <TextArea
                  {...control}
                  name="emailSignature"
                  rows={3}
                  value={fields.emailSignature}
                  onChange={(event) => change({ emailSignature: event.target.value })}
                />
              )}
            </Field>
            <TextField
              label={words.fromName}
              error={errors['fromName']}
              required
              name="fromName"
              value={fields.fromName}
              onChange={(fromName) => change({ fromName })}
            />
            <TextField
              label={words.fromEmail}
              hint={words.fromEmailHint}
              error={errors['fromEmail']}
              required
              type="email"
              name="fromEmail"
              value={fields.fromEmail}
              onChange={(fromEmail) => change({ fromEmail })}
            />
          </div>
          <MessagePreview settings={fields} company={company} logoUrl={logoUrl} />
        </div>
      </section>
      <div className="flex flex-wrap items-start justify-between gap-6 border-t border-rule pt-8">
        <ManualCheck />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <p role="status" className="text-sm text-ink-soft">
            {isChanged && words.unsaved}
          </p>
          <Button type="submit" busy={saving.isPending}>
            {saving.isPending ? words.saving : words.save}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** The fields of the form, in one order whatever the reply's was. */
function pickFields(settings: ManagerSettings): ManagerSettings {
  const { emailTemplate, emailSubject, emailSignature, fromName, fromEmail, notifyOnNewWaitlist } = settings
  return { emailTemplate, emailSubject, emailSignature, fromName, fromEmail, notifyOnNewWaitlist }
}
