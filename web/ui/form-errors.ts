import { useState } from 'react'
import type { RefObject } from 'react'
import { useInvalidFocus } from './use-invalid-focus.ts'

/** The words under each field that is wrong, by the field's name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

interface FormErrors {
  errors: FieldErrors
  /** Put it on the `form` element: after each refusal its first invalid field takes the focus. */
  form: RefObject<HTMLFormElement | null>
  /** Shows what is wrong; answers whether anything is. */
  refuse: (errors: FieldErrors) => boolean
  /** Takes back the words under a field, once its reader changes it. */
  forgive: (field: string) => void
}

/** What is wrong with a form's fields, shown only after a try to send it. */
export function useFormErrors(): FormErrors {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusals, setRefusals] = useState(0)
  const form = useInvalidFocus(refusals)

  return {
    errors,
    form,
    refuse(found) {
      setErrors(found)
      const isWrong = Object.values(found).some(Boolean)
      if (isWrong) setRefusals((count) => count + 1)
      return isWrong
    },
    forgive(field) {
      setErrors((now) => (now[field] ? { ...now, [field]: undefined } : now))
    },
  }
}

interface Issue {
  path: PropertyKey[]
  message: string
}

/** The first issue of each field of a schema's verdict; nested fields are named like `icalUrls/0`. */
export function errorsOf(verdict: { success: boolean; error?: { issues: Issue[] } }): FieldErrors {
  const errors: Record<string, string> = {}
  for (const issue of verdict.error?.issues ?? []) errors[issue.path.join('/')] ??= issue.message
  return errors
}

/** What the API said of each field of a body. */
export function errorsOfProblem(problem: { errors: { pointer: string; detail: string }[] }): FieldErrors {
  return Object.fromEntries(problem.errors.map(({ pointer, detail }) => [pointer.replace(/^\//, ''), detail]))
}
