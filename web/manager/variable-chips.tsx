import { templateVariables } from '../../domain/manager.ts'
import { manager } from '../texts/manager.ts'
import { notifications } from '../texts/notifications.ts'
import { CopyButton } from '../ui/copy-button.tsx'

/** The words in braces that a template may hold, each to be copied by a press. */
export function VariableChips() {
  const { settings: words, toasts } = notifications
  return (
    <div role="group" aria-labelledby="variables" className="-mt-2 grid gap-2">
      <p id="variables" className="text-sm font-bold">
        {words.variables}
      </p>
      <p className="text-sm text-ink-soft">{words.variablesHint}</p>
      <div className="flex flex-wrap gap-2">
        {templateVariables.map((name) => {
          const variable = `{${name}}`
          return (
            <CopyButton
              key={name}
              text={variable}
              label={words.copyVariable(variable)}
              copied={{ title: toasts.copied, description: toasts.copiedBody(variable) }}
              failed={manager.copyFailed}
              look="quiet"
              className="rounded-full !px-3.5 font-normal [&_svg]:size-3.5"
            >
              {variable}
            </CopyButton>
          )
        })}
      </div>
    </div>
  )
}
