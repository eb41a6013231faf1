import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Clock, ServiceRequest, ServiceResponse } from './service.ts'
import { StartupError } from './startup-error.ts'

export type Incoming = ServiceRequest & { remoteAddress: string }

/** Bodies above this are refused: API Gateway's own limit, which nothing here needs to pass. */
const maxBodyBytes = 10 * 1024 * 1024

export type Listener = {
  port: number
  close(): Promise<void>
}

/**
 * Listens on both loopback addresses, as `localhost` may mean either. Port 0 takes any free one.
 * Every answer carries the product's own time, or SDKs would correct their clocks against this machine's.
 * @throws StartupError when the port is taken
 */
export async function listen(
  port: number,
  clock: () => Clock | undefined,
  handle: (request: Incoming) => Promise<ServiceResponse>,
): Promise<Listener> {
  const onRequest = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const response = await answer(incoming, handle)
    const date = new Date(clock()?.now() ?? Date.now()).toUTCString()
    outgoing.writeHead(response.status, { date, ...response.headers })
    outgoing.end(response.body)
  }
  const open = (host: string, wanted: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer((incoming, outgoing) => void onRequest(incoming, outgoing))
      // SDKs keep connections; one that is closed just as the next call goes out would look like a fault.
      server.keepAliveTimeout = 0
      server.once('error', reject)
      server.listen(wanted, host, () => resolve(server))
    })
  try {
    const first = await open('127.0.0.1', port)
    const taken = (first.address() as { port: number }).port
    const servers = [first, ...(await open('::1', taken).then((server) => [server], unlessTaken))]
    return {
      port: taken,
      async close() {
        await Promise.all(
          servers.map((server) => {
            server.closeAllConnections()
            return new Promise((resolve) => server.close(resolve))
          }),
        )
      },
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartupError(`Port ${port} is in use. Stop what uses it, or choose another with PORT=…`)
  }
}

/** A machine without IPv6 does with one address; a port that another program holds on it does not do. */
function unlessTaken(error: NodeJS.ErrnoException): Server[] {
  if (error.code === 'EADDRINUSE') throw error
  return []
}

async function answer(
  incoming: IncomingMessage,
  handle: (request: Incoming) => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBodyBytes) return { status: 413, headers: { connection: 'close' }, body: '' }
      chunks.push(chunk)
    }
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    )
    const url = URL.parse(incoming.url ?? '/', `http://${headers['host'] ?? 'localhost'}`)
    if (!url) return { status: 400, headers: { connection: 'close' }, body: '' }
    return await handle({
      method: incoming.method ?? 'GET',
      url,
      headers,
      body: Buffer.concat(chunks),
      caller: undefined,
      remoteAddress: incoming.socket.remoteAddress ?? '127.0.0.1',
    })
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
    return { status: 500, headers: { 'content-type': 'text/plain' }, body: 'The local stack failed.\n' }
  }
}
