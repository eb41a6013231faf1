import { StateFault } from './state-fault.ts'

/** What the context object (`$$`) holds for one execution, and for one item of a Map. */
export type Context = Record<string, unknown>

type Step = string | number

/** Reads a reference path such as `$.a.b[0]` or `$['a b']`; undefined where nothing is there. */
export function readPath(path: string, input: unknown, context: Context): unknown {
  const [root, rest] = path.startsWith('$$') ? [context, path.slice(2)] : [input, path.slice(1)]
  let value: unknown = root
  for (const step of stepsOf(rest, path)) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Record<Step, unknown>)[step]
  }
  return value
}

/** As `readPath`, for places where the language demands that something is there. */
export function demandPath(path: string, input: unknown, context: Context): unknown {
  const value = readPath(path, input, context)
  if (value === undefined) throw new StateFault('States.ParameterPathFailure', `Nothing is at ${path}.`)
  return value
}

function stepsOf(rest: string, path: string): Step[] {
  const steps: Step[] = []
  const expression = /\.([\w-]+)|\[(\d+)\]|\['([^']*)'\]/y
  while (expression.lastIndex < rest.length) {
    const start = expression.lastIndex
    const match = expression.exec(rest)
    if (!match)
      throw new StateFault('States.Runtime', `The path ${path} is not supported at ${rest.slice(start)}.`)
    steps.push(match[2] === undefined ? (match[1] ?? match[3])! : Number(match[2]))
  }
  return steps
}

/** Places `result` at `path` in a copy of `input`; `null` discards the result. */
export function placeResult(path: string | null | undefined, input: unknown, result: unknown): unknown {
  if (path === null) return input
  if (path === undefined || path === '$') return result
  const copy = structuredClone(input ?? {}) as Record<Step, unknown>
  const steps = stepsOf(path.slice(1), path)
  let node = copy
  for (const step of steps.slice(0, -1)) node = (node[step] ??= {}) as Record<Step, unknown>
  node[steps.at(-1)!] = result
  return copy
}

/** Fills a payload template: keys ending in `.$` hold paths, the rest is taken as it is. */
export function fillTemplate(template: unknown, input: unknown, context: Context): unknown {
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, input, context))
  if (template === null || typeof template !== 'object') return template
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => {
      if (!name.endsWith('.$')) return [name, fillTemplate(value, input, context)]
      const path = String(value)
      if (!path.startsWith('$')) throw new StateFault('States.Runtime', `${path} is not supported locally.`)
      return [name.slice(0, -2), demandPath(path, input, context)]
    }),
  )
}
