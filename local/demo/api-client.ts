import { routes } from '../../events/api.ts'
import type { BodyOf, ParamsOf, ReplyOf, RouteName } from '../../events/api.ts'

/** Calls one route of the running product, as a browser would. */
export type CallApi = <Name extends RouteName>(
  name: Name,
  params: ParamsOf<Name>,
  body?: BodyOf<Name, 'input'>,
) => Promise<ReplyOf<Name>>

/** A client of the API at `url`, signed in by `token`. Throws with the API's own words when it is refused. */
export function apiClient(url: string, token: string): CallApi {
  return async (name, params, body) => {
    const { method, path } = routes[name]
    const values = params as Record<string, string>
    const address = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
    const response = await fetch(url + address, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${address} answered ${response.status}: ${text}`)
    return (text ? JSON.parse(text) : undefined) as never
  }
}
