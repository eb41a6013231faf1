import type { Rule } from './definition.ts'
import { readPath } from './paths.ts'
import type { Context } from './paths.ts'
import { StateFault } from './state-fault.ts'

const orderings: Record<string, (left: string | number, right: string | number) => boolean> = {
  Equals: (left, right) => left === right,
  LessThan: (left, right) => left < right,
  GreaterThan: (left, right) => left > right,
  LessThanEquals: (left, right) => left <= right,
  GreaterThanEquals: (left, right) => left >= right,
}

/** Judges one rule of a Choice state. */
export function ruleHolds(rule: Rule, input: unknown, context: Context): boolean {
  const inner = (given: unknown) => ruleHolds(given as Rule, input, context)
  if (rule['And']) return (rule['And'] as unknown[]).every(inner)
  if (rule['Or']) return (rule['Or'] as unknown[]).some(inner)
  if (rule['Not']) return !inner(rule['Not'])
  const value = readPath(String(rule['Variable']), input, context)
  const [operator, operand] =
    Object.entries(rule).find(([name]) => !['Variable', 'Next', 'Comment'].includes(name)) ?? []
  const isType = (type: string) => (typeof value === type) === operand
  switch (operator) {
    case 'IsPresent':
      return (value !== undefined) === operand
    case 'IsNull':
      return (value === null) === operand
    case 'IsString':
      return isType('string')
    case 'IsNumeric':
      return isType('number')
    case 'IsBoolean':
      return isType('boolean')
    case 'BooleanEquals':
      return value === operand
    default:
      return compares(String(operator), operand, value, input, context)
  }
}

/** `StringEquals`, `NumericLessThanPath`, `TimestampGreaterThan` and their like. */
function compares(
  operator: string,
  operand: unknown,
  value: unknown,
  input: unknown,
  context: Context,
): boolean {
  const match = /^(String|Numeric|Timestamp)(\w+?)(Path)?$/.exec(operator)
  const order = match && orderings[match[2]!]
  if (!match || !order)
    throw new StateFault('States.Runtime', `The comparison ${operator} is not supported locally.`)
  const other = match[3] ? readPath(String(operand), input, context) : operand
  if (match[1] === 'Timestamp') return order(Date.parse(String(value)), Date.parse(String(other)))
  const wanted = match[1] === 'Numeric' ? 'number' : 'string'
  return typeof value === wanted && typeof other === wanted && order(value as string, other as string)
}
