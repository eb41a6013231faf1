import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Service } from '../../local/service.ts'

/** Puts a service on a free port of loopback. `close` stops the listener only: the service stays open. */
export const serve = async (
  service: Pick<Service, 'handle'>,
): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer((incoming, outgoing) => {
    const respond = async () => {
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      )
      const url = new URL(incoming.url ?? '/', `http://${headers['host']}`)
      const body = await buffer(incoming)
      const reply = await service.handle({
        method: incoming.method ?? '',
        url,
        headers,
        body,
        caller: undefined,
      })
      outgoing.writeHead(reply.status, reply.headers).end(incoming.method === 'HEAD' ? undefined : reply.body)
    }
    respond().catch((error: unknown) => outgoing.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
