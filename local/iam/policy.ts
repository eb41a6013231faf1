import * as z from 'zod'

const list = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat())

/** One statement of an identity policy, as templates write it. */
export const Statement = z
  .object({
    Effect: z.enum(['Allow', 'Deny']),
    Action: list.optional(),
    NotAction: list.optional(),
    Resource: list.optional(),
    NotResource: list.optional(),
    Condition: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  })
  .refine(({ Action, NotAction }) => Action || NotAction, 'a statement names its actions')
export type Statement = z.infer<typeof Statement>

/** What a caller asks to do: one action on one resource, with the condition keys known about the call. */
export type AccessRequest = { action: string; resource: string; context?: Record<string, string | string[]> }

/**
 * Decides as IAM does for one identity: an explicit deny wins, otherwise one allow is needed.
 * @throws Error for a condition operator that it cannot judge, rather than guessing
 */
export function allows(statements: Statement[], request: AccessRequest): boolean {
  const applying = statements.filter((statement) => applies(statement, request))
  return applying.length > 0 && applying.every(({ Effect }) => Effect === 'Allow')
}

function applies(statement: Statement, request: AccessRequest): boolean {
  const { Action, NotAction, Resource, NotResource } = statement
  const anyAction = (patterns: string[]) =>
    patterns.some((pattern) => matchesPattern(pattern, request.action, 'i'))
  const anyResource = (patterns: string[]) =>
    patterns.some((pattern) => matchesPattern(pattern, request.resource))
  if (Action && !anyAction(Action)) return false
  if (NotAction && anyAction(NotAction)) return false
  if (Resource && !anyResource(Resource)) return false
  if (NotResource && anyResource(NotResource)) return false
  return Object.entries(statement.Condition ?? {}).every(([operator, keys]) =>
    Object.entries(keys).every(([key, expected]) =>
      conditionHolds(operator, request.context?.[key], [expected].flat().map(String)),
    ),
  )
}

const compiled = new Map<string, RegExp>()

/** `*` stands for any run of characters and `?` for one, over the whole text. */
export function matchesPattern(pattern: string, text: string, flags = ''): boolean {
  const name = `${flags} ${pattern}`
  let expression = compiled.get(name)
  if (!expression) {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')
    expression = new RegExp(`^${source}$`, `s${flags}`)
    compiled.set(name, expression)
  }
  return expression.test(text)
}

function conditionHolds(
  operator: string,
  actual: string | string[] | undefined,
  expected: string[],
): boolean {
  const values = actual === undefined ? [] : [actual].flat()
  switch (operator) {
    case 'StringEquals':
    case 'ArnEquals':
      return values.some((value) => expected.includes(value))
    case 'StringNotEquals':
      return values.every((value) => !expected.includes(value))
    case 'StringLike':
    case 'ArnLike':
      return values.some((value) => expected.some((pattern) => matchesPattern(pattern, value)))
    case 'ForAllValues:StringEquals':
      return values.every((value) => expected.includes(value))
    case 'ForAllValues:StringLike':
      return values.every((value) => expected.some((pattern) => matchesPattern(pattern, value)))
    case 'Bool':
      return values.some((value) => expected.includes(value))
    case 'Null':
      return expected.includes(String(values.length === 0))
    default:
      throw new Error(`The condition operator ${operator} is not known locally.`)
  }
}
